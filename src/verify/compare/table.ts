// The classification of a test or step by its results on base (rows) and head (columns).

/** `absent`: did not exist in a complete run. `unseen`: unknown. */
export type TestSeen = 'passed' | 'failed' | 'mixed' | 'skipped' | 'absent' | 'unseen';

/**
 * `empty`: succeeded without running a test. `explained`: failed with failing tests. `unexplained`: failed although no test did. `crashed`: failed
 * before it could report tests.
 */
export type StepSeen = 'passed' | 'empty' | 'explained' | 'unexplained' | 'crashed' | 'mixed' | 'absent' | 'unseen';

/** `silent`: not reported. `silenced`: was run, is skipped now. `refused`: is new and fails. */
export type Kind =
  | 'silent'
  | 'fixed'
  | 'broken'
  | 'before'
  | 'flaky'
  | 'silenced'
  | 'removed'
  | 'added'
  | 'refused'
  | 'unknown';

type Table<Seen extends string> = Readonly<Record<Seen, Readonly<Record<Seen, Kind>>>>;

/** `fixed` requires a failure on base and a success on head. */
// biome-ignore format: a table is read by its columns
export const TESTS: Table<TestSeen> = {
  //         to passed           failed             mixed              skipped             absent             unseen
  passed:  { passed: 'silent',  failed: 'broken',  mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  failed:  { passed: 'fixed',   failed: 'before',  mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  mixed:   { passed: 'flaky',   failed: 'flaky',   mixed: 'flaky',    skipped: 'silenced', absent: 'removed', unseen: 'unknown' },
  skipped: { passed: 'added',   failed: 'refused', mixed: 'flaky',    skipped: 'silent',   absent: 'silent',  unseen: 'silent' },
  absent:  { passed: 'added',   failed: 'refused', mixed: 'flaky',    skipped: 'silent',   absent: 'silent',  unseen: 'silent' },
  unseen:  { passed: 'silent',  failed: 'unknown', mixed: 'flaky',    skipped: 'unknown',  absent: 'unknown', unseen: 'unknown' },
};

// biome-ignore format: a table is read by its columns
export const STEPS: Table<StepSeen> = {
  // rows: base; columns: head
  passed:      { passed: 'silent',  empty: 'unknown', explained: 'silent',  unexplained: 'broken',  crashed: 'broken',  mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  empty:       { passed: 'silent',  empty: 'silent',  explained: 'silent',  unexplained: 'broken',  crashed: 'broken',  mixed: 'flaky',   absent: 'silent',  unseen: 'unknown' },
  explained:   { passed: 'silent',  empty: 'unknown', explained: 'silent',  unexplained: 'unknown', crashed: 'broken',  mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  unexplained: { passed: 'fixed',   empty: 'unknown', explained: 'before',  unexplained: 'before',  crashed: 'broken',  mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  crashed:     { passed: 'fixed',   empty: 'unknown', explained: 'before',  unexplained: 'before',  crashed: 'before',  mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  mixed:       { passed: 'flaky',   empty: 'unknown', explained: 'flaky',   unexplained: 'flaky',   crashed: 'flaky',   mixed: 'flaky',   absent: 'removed', unseen: 'unknown' },
  absent:      { passed: 'added',   empty: 'silent',  explained: 'silent',  unexplained: 'refused', crashed: 'refused', mixed: 'flaky',   absent: 'silent',  unseen: 'unknown' },
  unseen:      { passed: 'unknown', empty: 'unknown', explained: 'unknown', unexplained: 'unknown', crashed: 'unknown', mixed: 'unknown', absent: 'unknown', unseen: 'unknown' },
};
