// The texts that the Editor reads: the first message and replies.
import { describe, expect, it } from '@jest/globals';
import type { VerificationRecord } from '../../../src/verify/records.js';
import { briefText } from '../../../src/workflows/fix/rules/brief.js';
import { failure } from '../../../src/workflows/fix/rules/editor-replies.js';

const record: VerificationRecord = {
  run_id: 'v-1',
  ref: 'loop-1',
  status: 'FAIL',
  commit: null,
  dirty: true,
  startedAt: '2030-01-01T00:00:00Z',
  ms: 1,
  steps: [],
  artifacts: '/artifacts/v-1',
};
const nothing = { broken: [], refused: [], unknown: [], reasons: [] };

describe('what the Editor reads of a failed verification', () => {
  it('names the reasons of the comparison where no test is named', () => {
    const reasons = ['the step "lint" did not run on head: it could not be started'];
    expect(failure(record, { ...nothing, reasons }, [])).toContain(reasons[0]);
  });

  it('leaves the reasons out where broken tests are named', () => {
    const text = failure(record, { ...nothing, broken: ['adds'], reasons: ['1 test broke'] }, []);
    expect(text).toContain('- "adds"');
    expect(text).not.toContain('1 test broke');
  });
});

describe('the brief of an Editor', () => {
  const brief = { task: { text: 'Sort by date' }, map: 'src/', scope: [], isDryRun: false };

  it('says in which language people read, where it is another one than its own', () => {
    expect(briefText({ ...brief, lang: 'ja' })).toContain('every question in Japanese');
    expect(briefText({ ...brief, lang: 'en' })).toBe(briefText(brief));
    expect(briefText(brief)).not.toContain('Japanese');
  });
});
