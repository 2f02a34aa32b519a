// What people see of a facilitation. Each is a pure function of the report, in two languages:
//
//   fieldSummary   the summary of a job            fieldDigest   the issue that holds the field, if there is one
//   fieldTable     a terminal                      fieldPage     one offline page, with its own policy
export { fieldDigest, fieldSummary } from './markdown/summary.js';
export { fieldPage, fieldPolicy } from './page/page.js';
export { fieldTable } from './terminal/table.js';
