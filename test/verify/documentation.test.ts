import { describe, expect, it } from '@jest/globals';
import { isDocumentation } from '../../src/verify/documentation.js';

describe('a change of documentation alone', () => {
  it.each([
    [['README.md']],
    [['docs/guide/start.rst', 'docs/images/boat.png', 'LICENSE']],
    [['CHANGELOG', '.github/PULL_REQUEST_TEMPLATE/fix.md', 'packages/cart/README.txt']],
  ])('is %j', (paths) => expect(isDocumentation(paths)).toBe(true));

  it.each([
    [[]],
    [['README.md', 'src/sum.js']],
    [['test/fixtures/page.md']],
    [['requirements.txt']],
    [['docs/conf.py']],
    [['docs/page.mdx']],
    [['src/icon.svg']],
    [['.agent/editor/prompt.md']],
    [['.github/workflows/ci.yml']],
    [['package.json']],
    [['src/__snapshots__/a.snap']],
  ])('is not %j', (paths) => expect(isDocumentation(paths)).toBe(false));
});
