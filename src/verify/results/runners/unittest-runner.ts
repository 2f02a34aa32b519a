// The text of crew's own unittest program. Used by pipeline/request-results.ts and results-shell.ts for the runner `unittest`.
/**
 * A Python program that runs unittest with the usual output and also writes each result as TAP. It removes its variables from the
 * environment, so that the tested code does not learn where results are.
 */
export const unittestRunner = `
import inspect, json, os, sys, time, unittest

os.environ.pop("CREW_UNITTEST", None)
crew_out = os.environ.pop("CREW_RESULTS")

class ReportedResult(unittest.TextTestResult):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.crew_file = open("%s.%d-%d.tap" % (crew_out, os.getpid(), time.time_ns()), "w", encoding="utf-8")
        self.crew_count = 0
        self.crew_failed = None
        self.crew_began = time.monotonic()
        self.crew_say("TAP version 13")

    def crew_say(self, line):
        self.crew_file.write(line + "\\n")
        self.crew_file.flush()

    def crew_report(self, ok, test, err=None, mark="", message=None):
        if not ok and self.crew_failed is test:
            return
        self.crew_failed = None if ok else test
        self.crew_count += 1
        details = self.crew_place(test)
        details["ms"] = max(0.0, (time.monotonic() - self.crew_began) * 1000)
        if err is not None:
            message = self._exc_info_to_string(err, test)
        if message is not None:
            details["message"] = message[-20000:]
        self.crew_say("%s %d%s" % ("ok" if ok else "not ok", self.crew_count, mark))
        self.crew_say("  ---\\n  " + json.dumps(details) + "\\n  ...")

    def crew_place(self, test):
        method = getattr(test, "_testMethodName", None)
        if method is None or type(test).__name__ == "_FailedTest":
            return {"path": [method or str(test)]}
        details = {"path": [type(test).__qualname__, method]}
        try:
            details["file"] = inspect.getsourcefile(type(test))
            details["line"] = getattr(type(test), method).__code__.co_firstlineno
        except (AttributeError, TypeError):
            pass
        return {key: value for key, value in details.items() if value is not None}

    def startTest(self, test):
        self.crew_began = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.crew_report(True, test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.crew_report(False, test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.crew_report(False, test, err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.crew_report(True, test, mark=" # SKIP")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.crew_report(True, test)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.crew_report(False, test, message="it was expected to fail, and passed")

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.crew_report(False, test, err)

    def stopTestRun(self):
        super().stopTestRun()
        self.crew_say("1..%d" % self.crew_count)

class Runner(unittest.TextTestRunner):
    resultclass = ReportedResult

sys.argv[0] = "python -m unittest"
unittest.main(module=None, testRunner=Runner)
`;
