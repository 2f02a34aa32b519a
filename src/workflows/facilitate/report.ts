// The report's types stand in an open room, so that the views can render what this workflow fills in.
export type * from '../../report.js';
export type { IssueNumber as Number } from '../../report.js';
