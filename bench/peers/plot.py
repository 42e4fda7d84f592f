"""The plots: for each case size over tests and size over time, a line a tool; over all cases boxes of sizes and tests."""

import libraries
from peers.figures import both_ran, cases_of, curve, is_ours, ratio, took_place
from peers.tools import OURS


def write(records, out):
    """Writes plots/CASE.tests.svg, plots/CASE.seconds.svg and plots/all.svg."""
    libraries.enter()
    import matplotlib
    matplotlib.use("svg")
    # So that the same results give the same file.
    matplotlib.rcParams["svg.hashsalt"] = "reduce-tree"
    from matplotlib import pyplot

    folder = out / "plots"
    folder.mkdir(exist_ok=True)
    tools = sorted({tool for _, tool in records}, key=lambda tool: (not is_ours(tool), tool))
    # Of the pairs of this map, first the strong colours.
    colours = {tool: pyplot.get_cmap("tab20")((2 * number + number // 10) % 20) for number, tool in enumerate(tools)}
    cases = cases_of(records)
    for case, runs in cases.items():
        ran = {tool: runs[tool] for tool in tools if took_place(runs.get(tool))}
        for axis, points, first in (("tests", curve, 1), ("seconds", over_time, 0.1)):
            figure, axes = pyplot.subplots(figsize=(8, 5))
            for tool, record in ran.items():
                steps = [*points(record), (record[axis], record["final_size"])]
                axes.step([max(x, first) for x, _ in steps], [max(y, 1) for _, y in steps], where="post", label=tool,
                          color=colours[tool], linewidth=2.5 if tool == OURS else 1.2)
            axes.set(xscale="log", yscale="log", xlabel=axis, ylabel="non-blank characters", title=case)
            axes.legend(fontsize="small")
            save(figure, pyplot, folder / f"{case}.{axis}.svg")
    boxes(cases, tools, pyplot, folder / "all.svg")
    print(f"wrote {2 * len(cases) + 1} plots in {folder}")


def over_time(record):
    """Steps of (seconds, size) of the smallest text so far."""
    points, least = [(0, record["original_size"])], record["original_size"]
    for _, seconds, _, size in record["steps"]:
        if size < least:
            least = size
            points.append((seconds, size))
    return points


def boxes(cases, tools, pyplot, path):
    """Each tool's sizes and tests over ours, on the cases where both ran and neither failed."""
    figure, panels = pyplot.subplots(1, 2, figsize=(12, 5))
    for axes, key, says in zip(panels, ("final_size", "tests"), ("size", "tests")):
        shown = {}
        for tool in tools:
            both = both_ran(cases, tool)
            if both and tool != OURS:
                shown[tool] = [ratio(its[key], ours[key]) for ours, its in both]
        axes.boxplot(list(shown.values()), vert=False)
        axes.set_yticks(range(1, len(shown) + 1), list(shown))
        axes.axvline(1, color="grey", linewidth=0.8)
        axes.set(xscale="log", xlabel=f"{says} over ours")
    save(figure, pyplot, path)


def save(figure, pyplot, path):
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
