import { describe, expect, it } from '@jest/globals';
import { tokenPermissions } from '../../src/actions/runner-host.js';
import { readPermissions } from '../../src/runner/decide/permissions.js';

describe("a job's permissions as its token has them", () => {
  it('are spelled as the API does, without those it does not have', () => {
    const asked = { 'pull-requests': 'write', contents: 'read', issues: 'none', metadata: 'read' } as const;
    expect(tokenPermissions(asked)).toEqual({ pull_requests: 'write', contents: 'read', metadata: 'read' });
  });

  it('never reach what only an App can be given, whatever a file asks for', () => {
    const all = tokenPermissions(readPermissions('write-all'));
    expect(all).toMatchObject({ contents: 'write', issues: 'write', pull_requests: 'write', actions: 'write' });
    expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['workflows']));
    expect(Object.keys(all)).not.toEqual(expect.arrayContaining(['administration']));
  });
});
