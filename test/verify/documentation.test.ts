import { describe, expect, it } from '@jest/globals';
import { isDocumentation } from '../../src/verify/tamper/role.js';

describe('a change of documentation alone', () => {
  it.each([
    [['README.md']],
    [['docs/guide/start.md', 'docs/images/boat.png', 'LICENSE']],
    [['CHANGELOG', '.github/PULL_REQUEST_TEMPLATE/fix.md', '.github/ISSUE_TEMPLATE.md', 'README.ja.md']],
    [['.github/SECURITY.md', 'doc/api.adoc', 'CONTRIBUTING.txt', 'README-pt-BR.md']],
  ])('is %j', (paths) => expect(isDocumentation(paths)).toBe(true));

  it.each([
    [[]],
    [['README.md', 'src/sum.js']],
    [['test/fixtures/page.md']],
    [['docs/fixtures/page.md']],
    [['requirements.txt']],
    [['docs/conf.py']],
    [['docs/page.mdx']],
    [['src/icon.svg']],
    [['.agent/editor/prompt.md']],
    [['.github/workflows/ci.yml']],
    [['.github/copilot-instructions.md']],
    [['package.json']],
    [['src/__snapshots__/a.snap']],
  ])('is not %j', (paths) => expect(isDocumentation(paths)).toBe(false));

  it.each([
    'src/prompts/system.md',
    'packages/x/templates/mail.md',
    'packages/x/README.md',
    'skills/x/SKILL.md',
    'AGENTS.md',
    'CLAUDE.md',
    'content/post.md',
    'docs/api.rst',
    'README.rst',
    'src/locale/CHANGES',
    'notes.md',
  ])('is not %s, which a program may read', (file) => expect(isDocumentation([file])).toBe(false));

  it.each([
    ['README.md', "const text = readFileSync(new URL('../README.md', import.meta.url));"],
    ['README.md', '#![doc = include_str!("../README.md")]'],
    ['docs/guide/start.md', "for (const page of globSync('docs/**/*.md')) test(page, () => {});"],
    ['docs/guide/start.md', "const folder = path.join(root, 'docs');"],
    ['docs/guide/start.md', '"files": ["guide/start.md"]'],
  ])('is not %s where a test or a manifest says: %s', (file, text) => {
    expect(isDocumentation([file], ['', text])).toBe(false);
  });

  it('is what others only name the folder of the docs in passing', () => {
    expect(isDocumentation(['docs/guide/start.md'], ['// see the docs', "import './documents/docs-page.js'"])).toBe(
      true,
    );
  });
});
