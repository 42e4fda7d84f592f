package a.b
import scala.collection.mutable.{Map => MMap}
trait Shape[+T] {
  val name: String
  def area(scale: Double = 1.0): Double
}
case class Point(x: Int, y: Int = 2)
object Square {
  val Limit = 3
  def apply(side: Int): Square = new Square(side)
}
class Square(val side: Int) extends Shape[String] with Serializable {
  override val name = s"a $side ${side + 1}"
  private var count = 0
  def area(scale: Double): Double = {
    val list = List(1, 2, 3).filter(_ > 1).map(x => x * 2)
    for (x <- list; y = x + 1 if y > 2) {
      println(x)
    }
    val kind = scale match {
      case 1.0 => "one"
      case d if d > 2 => "big"
      case _ => null
    }
    while (count < 3) {
      count += 1
    }
    try {
      require(kind != null)
    } catch {
      case e: IllegalArgumentException => throw e
    } finally {
      count -= 1
    }
    if (scale > 2) scale * -1
    else count
  }
}
