// Ends a test run with one plain line that any tool can read.

/** A reporter of jest's; it wants a class, by default export. */
export default class ClosingLine {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests }) {
    console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
  }
}
