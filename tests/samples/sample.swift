import Foundation
protocol Shape {
    associatedtype T
    var name: String { get }
    func area(_ scale: Double) throws -> Double
}
struct Point { let x: Int; var y = 2 }
enum Colour: Int { case red = 1, green
    case blue }
class Square: Base, Shape {
    typealias T = Int
    var name: String { return "a \(side)" }
    private var side: Int?
    init(side: Int = 1) {
        self.side = side
        super.init()
    }
    func area(_ scale: Double) throws -> Double {
        guard let side = side else { return 0 }
        let list = [1, 2, 3].filter { $0 > 1 }.map { (x: Int) -> Int in x * 2 }
        for x in list where x > 2 {
            if x == 3 { continue } else { break }
        }
        switch scale {
        case 0..<1: print("small")
        case let s where s > 2:
            print(s)
        default: throw Failure.bad
        }
        do { try check() } catch let e as Failure { print(e) }
        while self.side! < 3 { self.side! += 1 }
        let table: [String: Int] = ["a": 1]
        return scale * -1 + Double(table["a"] ?? side)
    }
}
