// What people see of a facilitation. Each is a pure function of the report, in two languages:
//
//   boardSummary   the summary of a job            boardDigest   the issue that holds the field, if there is one
//   boardTable     a terminal                      boardPage     one offline page, with its own policy
export { movesOf } from './markdown/digest.js';
export { boardDigest, boardSummary } from './markdown/summary.js';
export { boardPage, boardPolicy } from './page/page.js';
export { boardTable } from './terminal/table.js';
