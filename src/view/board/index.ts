// The views of a facilitation report. Each is a pure function of the report, in two languages:
//
//   boardSummary   the job summary                 boardDigest   the digest issue
//   boardTable     a terminal                      boardPage     one offline page, with its own policy
export { movesOf } from './markdown/digest.js';
export { boardDigest, boardSummary } from './markdown/summary.js';
export { boardPage, boardPolicy } from './page/page.js';
export { boardTable } from './terminal/table.js';
