import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  askedPermissions,
  DEFAULT_PERMISSIONS,
  raisedScopes,
  readingOnly,
  readPermissions,
} from '../../../src/runner/decide/permissions.js';
import type { Template } from '../../../src/runner/expressions/template.js';

const block = (scopes: Record<string, string>): Template => ({ kind: 'mapping', entries: Object.entries(scopes) });
const level = fc.constantFrom('none', 'read', 'write');
const scopes = fc.dictionary(fc.constantFrom('actions', 'checks', 'contents', 'issues', 'pull-requests'), level);

describe('permissions', () => {
  it('are reading the code where no file says anything', () => {
    const granted = Object.entries(DEFAULT_PERMISSIONS).filter(([, access]) => access !== 'none');
    expect(Object.fromEntries(granted)).toEqual({ contents: 'read', packages: 'read', metadata: 'read' });
  });

  it('that name one scope take away the others', () => {
    expect(readPermissions(block({ issues: 'write' }))).toMatchObject({
      issues: 'write',
      contents: 'none',
      metadata: 'read',
    });
  });

  it('read-all reads everything and vouches for no identity; write-all does', () => {
    expect(readPermissions('read-all')).toMatchObject({ contents: 'read', 'id-token': 'none' });
    expect(readPermissions('write-all')).toMatchObject({ contents: 'write', 'id-token': 'write', models: 'read' });
  });

  it('come from the job, else the workflow, else the caller', () => {
    const layers = {
      job: block({ issues: 'read' }),
      workflow: block({ issues: 'write' }),
      ceiling: readPermissions('write-all'),
    };
    expect(askedPermissions(layers).issues).toBe('read');
    expect(askedPermissions({ ...layers, job: undefined }).contents).toBe('none');
    expect(askedPermissions({ ...layers, job: undefined, workflow: undefined }).contents).toBe('write');
  });

  it('raise nothing exactly when each scope is at most what the caller has', () => {
    const rank = ['none', 'read', 'write'];
    fc.assert(
      fc.property(scopes, scopes, (asked, allowed) => {
        const raised = raisedScopes(readPermissions(block(asked)), readPermissions(block(allowed)));
        const expected = Object.entries(asked).filter(
          ([scope, access]) => rank.indexOf(access) > rank.indexOf(allowed[scope] ?? 'none'),
        );
        expect(raised.map(({ scope }) => scope).sort()).toEqual(expected.map(([scope]) => scope).sort());
      }),
    );
  });

  it('of strangers never write', () => {
    fc.assert(
      fc.property(scopes, (asked) => !Object.values(readingOnly(readPermissions(block(asked)))).includes('write')),
    );
  });
});
