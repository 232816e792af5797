"""No sentence of the window, the command line, a report or the README uses a private word.

Each word that was given up stands here with the standard term in its place. A pattern is bounded by words, so
that a common word in its common sense is not hit, and each one must find the example beside it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from cases_in_one import cases_in_one
from sentences import chinese, texts

ROOT = Path(__file__).parent.parent
FILLED_IN_OR_TYPED = re.compile(r"\{[^}]*\}|`[^`]*`|--[a-z][a-z-]*")
PROSE = (
    "README.md",
    "packaging/linux/privacy-explorer.desktop",
    "packaging/linux/privacy-explorer.metainfo.xml",
)


@dataclass(frozen=True)
class GivenUp:
    """A word that no sentence uses: how it is found, a sentence that used it, and the standard term."""

    pattern: str
    example: str
    standard: str


ENGLISH = (
    GivenUp(r"\bslip beyond\b", "slip beyond ε", "failure probability"),
    GivenUp(r"\bfactor may be missed\b", "by how much the factor may be missed", "failure probability"),
    GivenUp(r"\badd(s|ed|ing)? up\b", "adding up", "basic composition; sum"),
    GivenUp(r"\bown loss\b|\bby numbers\b", "own loss, by numbers", "numerical (PLD) accounting"),
    GivenUp(r"\bexact optimum\b", "exact optimum", "optimal composition (Kairouz–Oh–Viswanath)"),
    GivenUp(r"\bleast of three\b", "closed form, least of three", "KOV closed-form bound"),
    GivenUp(r"\btanh form\b", "advanced, tanh form", "advanced composition (tight drift)"),
    GivenUp(r"(?<!Dwork–Roth )\bTheorem 3\.20\b", "Theorem 3.20", "Dwork–Roth Theorem 3.20"),
    GivenUp(r"(?<!Dwork–Roth )\bCorollary 3\.21\b", "Corollary 3.21", "Dwork–Roth Corollary 3.21"),
    GivenUp(r"\btextbook(?!'s σ| σ)", "textbook formula", "Dwork–Roth shortcut"),
    GivenUp(r"\bthe books?\b", "The book says", "Dwork–Roth"),
    GivenUp(r"\bcertified\b|\bbrackets?\b", "certified bracket", "proven interval"),
    GivenUp(r"\bonly confirmed\b", "not proven here, only confirmed", "checked numerically at this k"),
    GivenUp(r"\bbegins? to pay\b", "begin to pay", "start to beat basic composition"),
    GivenUp(r"\bfrom k = 1 on\b", "it is below from k = 1 on", "lower at every k"),
    GivenUp(r"\balarms?\b", "found at false alarms of", "detection rate; false-positive rate"),
    GivenUp(r"\bmisses\b|\bmiss rate\b", "this mechanism misses", "false-negative rate"),
    GivenUp(
        r"\bbelief (afterwards|beforehand)\b", "belief afterwards, from", "posterior belief, given the prior"
    ),
    GivenUp(r"\ba belief of\b", "I accept a belief of", "prior belief; limit an attacker's belief"),
    GivenUp(r"\bany other noise\b", "with any other noise of this promise", "any mechanism of this (ε, δ)"),
    GivenUp(r"\bbest guess\b", "the best guess is right", "accuracy of the best attacker"),
    GivenUp(r"\bpeople who act together\b", "people who act together", "a group of people (a household)"),
    GivenUp(r"\bstands? out\b", "smallest count that stands out", "smallest detectable count"),
    GivenUp(
        r"\bnoise within .* from an? \w+ of\b", "noise within 10 % from a count of 30 on", "relative error"
    ),
    GivenUp(
        r"\b(all|bins|cells|coordinates) together\b", "all 20 bins together ± 3", "simultaneously for all"
    ),
    GivenUp(r"\bhow bad it would be\b", "how bad it would be", "severity of harm"),
    GivenUp(r"\bI need\b|\bI accept\b", "I need a margin of", "start from a margin"),
    GivenUp(
        r"(?<!\w)[mcldn](, [mcldn])+:", "c, l, d: a sum has no bins", "contribution limits, named in full"
    ),
    GivenUp(r"\bmade[ -]up\b", "made-up draws", "simulated draws"),
    GivenUp(r"\blaws?\b", "normal law", "distribution"),
    GivenUp(r"\bbut for\b", "but for a probability of δ", "plus δ"),
    GivenUp(r"\bboth ways round\b", "both ways round", "in both directions"),
    GivenUp(r"\bprobability, density\b", "probability, density", "probability (bars), density (curve)"),
    GivenUp(r"\bloss of all\b|\bloss, in nats\b", "loss of all together, in nats", "total privacy loss"),
    GivenUp(r"\bknows? nothing\b|\bblind guess\b", "a blind guess", "random guessing"),
    GivenUp(r"\bA, (kept|pinned)\b", "A, kept", "pinned A"),
    GivenUp(r"\bforgets? A\b", "forget A", "unpin"),
    GivenUp(r"\btakes? (it |that )?over\b", "take over from the left", "use the current settings"),
    GivenUp(r"\bas before\b", "as before: it is refused", "unchanged"),
    GivenUp(r"\bnot taken up\b", "The session of last time is not taken up", "Couldn't restore your session"),
    GivenUp(r"\band what it cannot(?! do)\b", "And what it cannot", "What it cannot do"),
    GivenUp(r"^alone\b|\bwith all before\b", "alone, and with all before", "this line; cumulative"),
    GivenUp(r"\ba side\b", "runs a side", "runs per dataset"),
    GivenUp(r"\bso many\b", "so many runs show at most", "this many; the largest ε that … can certify"),
    GivenUp(r"\btotal by k\b", "half of the total by k", "half of the total divided by k"),
    GivenUp(r"\bfirst conversion\b", "zCDP, first conversion", "Bun–Steinke 2016 conversion"),
    GivenUp(r"^one row$|\bone row,", "one row, add or remove", "one record (add or remove)"),
    GivenUp(
        r"\bbounds on contrib|\bcontribution bounds?\b",
        "a contribution bound",
        "contribution limit",
    ),
    GivenUp(r"\bnoise b\b", "noise b", "noise scale b"),
)

CHINESE = (
    GivenUp("疏漏", "超出 ε 的疏漏", "失败概率"),
    GivenUp("直接相加", "直接相加", "基本（顺序）组合"),
    GivenUp("自身损失|数值计算", "自身损失，数值计算", "PLD 数值核算"),
    GivenUp("精确最优", "精确最优", "最优组合（KOV）"),
    GivenUp("三者最小", "闭式，三者最小", "KOV 闭式界"),
    GivenUp("tanh ?形式", "高级组合，tanh 形式", "高级组合（紧漂移项）"),
    GivenUp("教科书(?! σ)", "教科书公式", "Dwork–Roth 简化公式"),
    GivenUp("(?<!Dwork–Roth )(定理 ?3.20|推论 ?3.21)", "定理 3.20", "Dwork–Roth 定理 3.20"),
    GivenUp("^已证明(?!区间|的)", "已证明：3", "已证明区间"),
    GivenUp("仅经核对", "此处未证明，仅经核对", "在此 k 处经数值核对"),
    GivenUp("划算", "开始划算", "开始优于基本组合"),
    GivenUp("× ?(直接相加|基本组合)", "× 直接相加", "相对基本组合"),
    GivenUp("被认出|认出你", "被认出，误报率为", "给定误报率下的检出率"),
    GivenUp("警报", "警报属实", "阳性预测值"),
    GivenUp("相信程度", "事后相信程度", "先验／后验信念"),
    GivenUp("能突出的", "能突出的最小计数", "可检出的最小计数"),
    GivenUp("噪声幅度", "噪声幅度", "误差范围"),
    GivenUp("(全部|个)[^，；：。]*合计(?= ?±|$)", "全部 20 个单元格合计 ± 3", "20 个区间同时成立 ± 3"),
    GivenUp("界限", "贡献界限", "贡献上限"),
    GivenUp("(?<![上下边世境])(?<!闭式)界(?![限面定])", "各个界", "组合上界"),
    GivenUp("虚构", "虚构抽取", "模拟抽取"),
    GivenUp("一无所知|盲猜", "盲猜", "随机猜测"),
    GivenUp("忘记 ?A", "忘记 A", "取消固定"),
    GivenUp("从左侧|采用到", "从左侧采用", "使用当前设置"),
    GivenUp("仍为先前", "仍为先前的图", "保持不变"),
    GivenUp("未予接续", "上次的会话未予接续", "无法恢复上次会话"),
    GivenUp("以及它做不到", "以及它做不到什么", "它做不到什么"),
    GivenUp("^单独|连同(之前|前面)", "单独，及连同之前", "本行／累计"),
    GivenUp("每表", "每表运行次数", "每个数据集的运行次数"),
    GivenUp("k ?分之一", "总 δ 一半的 k 分之一", "总 δ 的一半除以 k"),
    GivenUp("初版", "zCDP，初版换算", "2016 年换算公式"),
    GivenUp("(增删|替换)一个|^一行$", "一行，增删一个", "一条记录（增删）"),
    GivenUp("噪声 ?(b|σ|{symbol})", "噪声 b", "噪声尺度 b"),
)


def prose():
    """Every paragraph and list item, without what is typed into a shell or filled in."""
    for name in PROSE:
        text = re.sub(r"```.*?```", "", (ROOT / name).read_text("utf-8"), flags=re.DOTALL)
        yield from (" ".join(part.split()) for part in re.split(r"\n\s*\n|\n(?=[-\d])", text))


def found(word, texts):
    pattern = re.compile(word.pattern, re.IGNORECASE)
    return [text for text in texts if pattern.search(FILLED_IN_OR_TYPED.sub("", text))]


@cases_in_one("word", ENGLISH)
def test_that_no_english_sentence_uses_a_word_that_was_given_up(word):
    assert found(word, texts()) == [], f"say: {word.standard}"


@cases_in_one("word", ENGLISH)
def test_that_neither_the_readme_nor_the_metadata_use_a_word_that_was_given_up(word):
    assert found(word, prose()) == [], f"say: {word.standard}"


@cases_in_one("word", CHINESE)
def test_that_no_chinese_sentence_uses_a_word_that_was_given_up(word):
    pattern = re.compile(word.pattern)
    assert [text for text in chinese().values() if pattern.search(text)] == [], f"say: {word.standard}"


@cases_in_one("word", [*ENGLISH, *CHINESE])
def test_that_a_word_that_was_given_up_would_be_found(word):
    assert re.search(word.pattern, word.example, re.IGNORECASE)
    assert not re.search(word.pattern, word.standard, re.IGNORECASE)


def test_that_the_readme_and_the_catalogue_are_read():
    assert len(texts()) > 2000
    assert len(chinese()) == len(texts())
    assert len(list(prose())) > 20
