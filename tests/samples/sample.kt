package a.b
import kotlin.math.sqrt
interface Shape<out T> {
    val name: String
    fun area(scale: Double = 1.0): Double
}
data class Point(val x: Int, var y: Int = 2)
sealed class Base(open val side: Int)
class Square(side: Int) : Base(side), Shape<String> {
    override val name: String get() = "a"
    private var count = 0
    override fun area(scale: Double): Double {
        val list = listOf(1, 2, 3).filter { it > 1 }.map { x -> x * 2 }
        for ((index, value) in list.withIndex()) {
            if (value == 2) continue else break
        }
        val kind = when {
            scale > 2 -> "big"
            scale in 0.0..1.0 -> "small $scale ${list.size}"
            else -> null
        }
        while (count < 3) {
            count++
        }
        try {
            check(kind != null)
        } catch (e: IllegalStateException) {
            throw e
        } finally {
            count -= 1
        }
        return sqrt(scale) * (count
            + 1) - (kind?.length ?: 0)
    }
    companion object {
        const val LIMIT = 3
    }
}
fun <T> T.twice(f: (T) -> T): T = f(f(this))
