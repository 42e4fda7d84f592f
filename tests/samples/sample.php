<html><body>
<?php
namespace App\Model;
use App\{Other, Base as B};
interface Shape { const LIMIT = 3; public function area(float $scale = 1.5): ?float; }
abstract class Square extends B implements Shape {
    use Named;
    private static array $table = ['a' => [1, 2], 'b' => null];
    public function __construct(protected readonly int $side, string ...$names) { parent::__construct($side); }
    public function area(float $scale = 1.5): ?float {
        foreach (self::$table as $key => &$value) { if ($value === null) { continue; } elseif ($key) { break; } else { echo "x{$key}"; } }
        $twice = fn($x) => $x * 2;
        try { $kind = match (true) { $scale > 2 => 'big', default => "small $scale" }; } catch (\Exception | Error $e) { throw $e; } finally { unset($kind); }
        for ($i = 0; $i < 3; $i++): $this->side?->move($i - -1); endfor;
        $text = <<<EOT
          Dear $this->name,
          {$twice(3)}
          EOT;
        return $scale ?? function () use (&$text) { return $text . 'y'; };
    }
}
?>
<p><?= $title ?></p>
</body></html>
