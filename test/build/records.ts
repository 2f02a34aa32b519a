// Run records as tests need them.

import type { Event } from '../../src/ports/event.js';
import type { RunRecord, SubjectRecord } from '../../src/ports/run.js';
import { iso } from '../../src/runs/record.js';
import { START } from './clock.js';

export const MAYA = { login: 'maya', id: 2 } as const;

/** A comment of maya's in issue 12 of ann/shop. */
export function commentBy(login: string = MAYA.login, of: { body?: string; issue?: number; key?: string } = {}): Event {
  const { body = '/crew fix', issue = 12, key = 'issue_comment-345' } = of;
  return {
    kind: 'comment',
    key,
    at: { repo: 'ann/shop', issue },
    actor: { login, id: MAYA.id, bot: false },
    comment: { id: 345, body, where: 'thread' },
  } as Event;
}

/** A run of `fix` in issue 12 that is working. */
export function recordOf(of: Partial<RunRecord> = {}): RunRecord {
  return {
    ...{ run: 'fix-12-0123456789', workflow: 'fix', version: 1, exclusive: true, repo: 'ann/shop', issue: 12 },
    request: {
      event: commentBy(),
      text: 'fix',
      command: { name: 'fix', args: {} },
      by: MAYA,
      at: iso(START),
    },
    startedAt: iso(START),
    signals: [],
    ...of,
  };
}

export const subjectOf = (...runs: readonly RunRecord[]): SubjectRecord => ({ subject: 'issue-12', runs });
