"""What is said to be settled before a release: no refusal that needs no row comes as a surprise."""

import json
import shutil
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest
from released import drawn_of
from sentences import texts
from states import planned

from explorer.app.ledger.ledger_view import LedgerRead
from explorer.app.release.plan.dialect_suggestion import FirstLook, first_look
from explorer.app.release.plan.plan_draft import document, edited, judged
from explorer.app.release.plan.plan_sign_off import signed
from explorer.app.release.preflight.preflight_conditions import (
    asks_account,
    count_sentence,
    lines,
    open_sentence,
)
from explorer.app.release.preflight.preflight_line import Known, Mend
from explorer.app.release.preflight.preflight_looks import FolderFree, file_there, ledger_ready
from explorer.language import Language
from explorer.privacy.refusal import NotValid, Refusal
from explorer.release.ledger.accounts import RHO
from explorer.release.ledger.hash_chain import FILE_NAME
from explorer.release.ledger.spends import open_account
from explorer.release.plan.signatures import SignOff
from explorer.release.publish import release
from explorer.release.values.amount import Amount
from explorer.resources import resource

SAY = Language("en").say
MILLIONTH = Fraction(1, 10**6)
PEOPLE = resource("examples", "people.csv").read_bytes()


@dataclass
class Steward:
    """What a steward has before a release: all in order, until a fault changes it."""

    plan: str
    csv: Path
    out: Path
    ledger: Path
    account: str = ""
    stated: bool = False
    replaced: bool = False

    def open(self, name, epsilon=5, **more):
        open_account(self.ledger, name, Amount(Fraction(epsilon), more.pop("delta", 0)), **more)

    def release(self):
        plan, _ = judged(self.plan)
        return release(
            plan, self.csv, self.out, self.ledger, self.account or None, self.stated, self.replaced
        )

    def known(self, **given):
        """What the window finds out in the background; nothing of a row."""
        plan, problems = judged(self.plan)
        look, ready = first_look(document(self.plan), str(self.csv)), ledger_ready(self.ledger, 1, plan)
        free = FolderFree(str(self.out), plan, str(self.csv), 1)
        known = Known(plan, problems, self.plan, str(self.csv), self.account, LedgerRead(self.ledger, 1)())
        return replace(
            known,
            look=look() if look is not None else None,
            there=file_there(str(self.csv))(),
            ready=ready(),
            folder=str(self.out),
            place=free(),
            stated=self.stated,
            **given,
        )


@pytest.fixture
def steward(tmp_path):
    table = tmp_path / "data" / "people.csv"
    table.parent.mkdir()
    table.write_bytes(PEOPLE)
    return Steward(planned("people").releasing.plan, table, tmp_path / "out", tmp_path / "ledger")


# Faults, each with the line that tells of it


def _there_already(steward):
    steward.out.mkdir()
    (steward.out / "income.csv").write_text("mine")


def _folder_of_that_name(steward):
    (steward.out / "income.csv").mkdir(parents=True)


def _no_folder(steward):
    steward.out = steward.csv / "inside"


def _over_itself(steward):
    steward.out.mkdir()
    steward.csv = steward.csv.rename(steward.out / "income.csv")
    steward.replaced = True


def _bad_name(steward):
    steward.account = "n" * 200


def _another_unit(steward):
    steward.open("default")
    steward.release()
    steward.out = steward.out / "next"
    plan = edited(steward.plan, "privacy.unit", "household")
    steward.plan = plan


def _rho(steward):
    steward.open("default", delta=MILLIONTH, currency=RHO)
    plan = edited(steward.plan, "privacy.delta", "1e-6")
    steward.plan = edited(plan, "histogram.2.column.1", {"name": "region", "kind": "category-unknown"})


def _further(steward):
    steward.open("patients")
    steward.account = "ward"


def _too_much(steward):
    steward.open("default", Fraction(1, 2))


def _signed_otherwise(steward):
    steward.open("default")
    steward.plan = signed(steward.plan, SignOff("Ada", "2026-01-02", "", ""))
    steward.release()
    steward.out = steward.out / "next"
    plan = edited(planned("people").releasing.plan, "output.confidence", "0.9")
    steward.plan = signed(plan, SignOff("Ada", "2026-01-02", "", ""))


def _second_signer(steward):
    steward.plan = signed(steward.plan, SignOff("Ada", "2026-01-02", "", ""), two=True)


def _damaged(steward):
    steward.ledger.mkdir()
    (steward.ledger / FILE_NAME).write_bytes(b"this is no ledger" * 100)


def _gone(steward):
    steward.open("default")
    steward.ledger.rename(steward.ledger.with_name("moved"))


def _no_place_for_a_ledger(steward):
    steward.ledger = steward.csv / "ledger"


def _no_file(steward):
    steward.csv.unlink()


def _empty_file(steward):
    steward.csv.write_bytes(b"")


def _no_such_column(steward):
    steward.csv.write_bytes(PEOPLE.replace(b"age", b"years", 1))


def _twice(steward):
    steward.csv.write_bytes(PEOPLE.replace(b"region", b"age", 1))


FAULTS = {
    _there_already: ("folder", "{path} is there already: choose another folder"),
    _folder_of_that_name: ("folder", "{path} is there already: choose another folder"),
    _no_folder: ("folder", None),  # what the system would say of it
    _over_itself: ("folder", "{path} is the file to be counted: choose another folder"),
    _bad_name: (
        "account",
        "an account's name has 1 to {most:plain} printable characters, no blanks around it",
    ),
    _another_unit: (
        "account",
        "the account “{name}” protects the unit “{unit}” under {neighbours}: declare the same",
    ),
    _rho: ("account", "the account “{name}” counts ρ, but a threshold has no ρ"),
    _further: (
        "statement",
        "a further account needs the statement that nobody in this file is in any other account",
    ),
    _too_much: ("budget", "over budget: {asked} asked, {left} left in the account “{name}”"),
    _signed_otherwise: (
        "account",
        "this locked plan is not the one that was signed off by “{signed_off}”: have it signed anew",
    ),
    _second_signer: (
        "plan",
        "this plan needs a second signer before it is released: only “{signed_off}” has signed it off",
    ),
    _damaged: ("account", "the ledger in {folder} is damaged: bring a whole copy back"),
    _gone: ("account", None),
    _no_place_for_a_ledger: ("account", None),
    _no_file: ("file", "the file does not exist; check its path"),
    _empty_file: ("file", "the file is empty"),
    _no_such_column: (
        "header",
        "line {line:plain}: there is no column “{name}”; check delimiter and header",
    ),
    _twice: ("header", "line {line:plain}: column “{name}” is there more than once; rename one"),
}
READ_OR_PAID_FIRST = {
    # that of a file's digest: every row must be read before it can be told
    "this file belongs to the account “{name}”: spend from that one",
    "this file is new or edited: name the account of the people in it",
    # after it is paid
    "release {sequence:plain} is charged, but was lost before it was saved: {reason}",
    "spent, but not written: {why}; exporting release {sequence:plain} again is free",
}
NO_REFUSALS = {
    "ρ = {rho}",
    "ε = {epsilon}",
    "ε = {epsilon}, δ = {delta}",
    "--apart states it",
    "--account names it",
    "--overwrite replaces it",
    "`ledger open` raises a limit on purpose",
    "`ledger export {sequence:plain}` writes it again",
}


def test_that_all_is_settled_where_a_release_goes_through(steward):
    known = steward.known()
    assert [line.about for line in lines(known) if not line.settled] == []
    assert open_sentence(lines(known)) is None
    assert SAY(count_sentence(lines(known))) == "6 of 6 lines are settled"
    assert steward.release().drawn.sequence == 1


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_that_what_a_release_would_refuse_is_said_before_it_can_be_pressed(steward, fault):
    fault(steward)
    about, text = FAULTS[fault]
    found = lines(steward.known())
    with pytest.raises(Refusal) as refused:
        steward.release()
    assert text in (None, refused.value.sentence.text)
    (line,) = [line for line in found if not line.settled]
    assert line.about == about
    assert line.mends
    asked = asks_account(found)  # of a file that has no account yet: the button asks before anything else
    assert asked is (Mend.NEW in line.mends)
    assert SAY(open_sentence(found)) == (
        "asks for a new account first" if asked else "1 line to settle first"
    )


@pytest.mark.parametrize("room", ["explorer/release/ledger/authorization.py", "explorer/release/publish.py"])
def test_that_no_refusal_of_the_release_is_without_a_line(room):
    said = {text for text, files in texts().items() if room in files}
    assert said - NO_REFUSALS - READ_OR_PAID_FIRST <= {text for _, text in FAULTS.values()}
    assert len(said) > 4


def test_that_two_faults_are_two_lines(steward):
    _there_already(steward)
    _too_much(steward)
    found = lines(steward.known())
    assert [line.about for line in found if not line.settled] == ["budget", "folder"]
    assert SAY(open_sentence(found)) == "2 lines to settle first"
    assert SAY(count_sentence(found)) == "4 of 6 lines are settled"


def test_that_files_in_the_folder_may_be_replaced_by_agreement(steward):
    _there_already(steward)
    (line,) = [line for line in lines(steward.known()) if not line.settled]
    assert Mend.REPLACE in line.mends
    assert "income.csv" in SAY(line.sentence)
    assert open_sentence(lines(steward.known(replaced=True))) is None


def test_that_nothing_is_settled_before_it_was_looked_at(steward):
    known = replace(steward.known(), ledger=None, look=None, there=None, ready=None, place=None)
    found = lines(known)
    assert {line.about for line in found if line.waiting} == {"file", "header", "account", "folder"}
    assert SAY(open_sentence(found)) == "being looked at"


def test_that_an_account_of_another_unit_is_told_in_words_of_people(steward):
    _another_unit(steward)
    (line,) = [line for line in lines(steward.known()) if not line.settled]
    assert SAY(line.sentence) == (
        "The account “default” protects one person (add or remove), but the plan protects one household "
        "(add or remove)"
    )


def test_that_the_lines_are_the_same_for_every_row_of_a_file(steward):
    """Only the first line counts: other rows, other values, no rows at all."""
    stamp = lines(steward.known())
    head = PEOPLE.splitlines(keepends=True)[0]
    for rows in (b"", b"QZCANARY,1,2,3,4\n", PEOPLE[len(head) :][::-1]):
        steward.csv.write_bytes(head + rows)
        assert lines(steward.known()) == stamp
        assert "QZCANARY" not in json.dumps([SAY(line.sentence) for line in stamp])
    assert isinstance(first_look(document(steward.plan), str(steward.csv)), FirstLook)


def test_that_a_plan_that_is_not_complete_names_its_field(steward):
    text = edited(steward.plan, "privacy.epsilon", "much")
    plan, problems = judged(text)
    found = lines(Known(plan, problems, text))
    assert [line.about for line in found[:2]] == ["file", "plan"]
    assert found[1].field == "privacy.epsilon"
    assert SAY(found[1].sentence).startswith("Complete the plan: “total ε” must be")
    assert not any(line.settled for line in found)


def test_that_one_row_is_not_called_rows(steward):
    steward.plan = edited(steward.plan, "privacy.rows_per_person", 1)
    assert SAY(lines(steward.known())[1].sentence).startswith("At most 1 row per person is kept")


@pytest.mark.parametrize(("disk", "about"), [("ledger", "account"), ("out", "folder")])
def test_that_a_disk_without_room_for_what_will_be_written_is_known_beforehand(
    steward, monkeypatch, disk, about
):
    """What is needed follows from the plan: with a byte less than that nothing can be pressed."""
    read, place = shutil.disk_usage, {"ledger": steward.ledger, "out": steward.out}[disk]
    place.mkdir()
    free, asked = [1 << 40], []

    def usage(folder):
        asked.append(Path(folder))
        return read(folder)._replace(free=free[0]) if Path(folder) == place else read(folder)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    assert [line.about for line in lines(steward.known()) if not line.settled] == []
    plan = judged(steward.plan)[0]
    drawn = [len(text.encode()) for _, text in drawn_of(plan).files]
    free[0] = sum(drawn)
    (line,) = [line for line in lines(steward.known()) if not line.settled]
    assert line.about == about
    assert "full" in SAY(line.sentence)
    assert place in asked
    if disk == "out":
        with pytest.raises(NotValid, match="make room"):
            steward.release()
        assert not (steward.ledger / FILE_NAME).exists()
        assert list(steward.out.iterdir()) == []


def test_that_a_disk_that_does_not_tell_its_room_refuses_nothing(steward, monkeypatch):
    def untold(_):
        raise OSError(38, "not told")

    monkeypatch.setattr(shutil, "disk_usage", untold)
    assert [line.about for line in lines(steward.known()) if not line.settled] == []
    assert len(steward.release().written) == 4
