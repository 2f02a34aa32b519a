import { describe, expect, it } from '@jest/globals';
import type { Pull } from '../../../src/ports/index.js';
import { targetOn } from '../../../src/workflows/fix/rules/target.js';

const ANN = { login: 'ann', id: 1 };

const pull = (of: Partial<Pull> = {}): Pull => ({
  ...{ number: 12, url: 'https://github.test/ann/shop/pull/12', state: 'open', draft: false },
  ...{ title: 'add', body: 'Mine.', author: ANN },
  head: { repo: 'ann/shop', branch: 'crew/issue-99', sha: 'a'.repeat(40) },
  base: { branch: 'main', sha: 'b'.repeat(40) },
  ...of,
});

describe('what a fix does on a pull request', () => {
  const how = (of: { isCrews: boolean; mayCommit: boolean }, repo = 'ann/shop') =>
    targetOn(pull({ head: { ...pull().head, repo } }), { repo: 'ann/shop', ...of });

  it('is a commit on crew’s own', () => {
    expect(how({ isCrews: true, mayCommit: false })).toMatchObject({ how: 'branch', pull: { isCrews: true } });
  });

  it('is a suggestion on a person’s, where nothing else is allowed', () => {
    expect(how({ isCrews: false, mayCommit: false })).toMatchObject({ how: 'suggest', pull: { isCrews: false } });
    expect(how({ isCrews: false, mayCommit: true })).toMatchObject({ how: 'branch', pull: { isCrews: false } });
  });

  it('is a patch where nothing can be written', () => {
    expect(how({ isCrews: true, mayCommit: true }, 'mallory/shop')).toMatchObject({
      how: 'patch',
      pull: { isCrews: false },
    });
  });
});
