import { describe, expect, it } from '@jest/globals';
import { backendIdsIn } from '../../../src/adapters/checkpoint/results.js';

const tokenWith = (claims: unknown): string => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

describe('the ids in the token of the runner', () => {
  it('stand in the one scope that is for results', () => {
    const scp = 'Actions.GenericRead:00 Actions.Results:ce7f54c7-61c7:ca395085-040a Actions.UploadArtifacts:00/1:2';
    expect(backendIdsIn(tokenWith({ scp }))).toEqual({ run: 'ce7f54c7-61c7', job: 'ca395085-040a' });
  });

  it.each([
    ['no web token', 'ghs_abc'],
    ['nothing', ''],
    ['no JSON', 'a.b.c'],
    ['claims that are no object', tokenWith(null)],
    ['no scopes', tokenWith({ exp: 1 })],
    ['scopes that are no text', tokenWith({ scp: 7 })],
    ['a scope with one id', tokenWith({ scp: 'Actions.Results:one' })],
    ['a scope with an empty id', tokenWith({ scp: 'Actions.Results::two' })],
    ['a scope with three ids', tokenWith({ scp: 'Actions.Results:one:two:three' })],
  ])('are none in %s', (_, token) => {
    expect(backendIdsIn(token)).toBeUndefined();
  });
});
