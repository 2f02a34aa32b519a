import { execFile } from 'node:child_process';
import { gitArgs, gitEnv } from '../../git/hardened.js';

/** What git must know to read the repository. All else (headers, helpers, includes, users) stays outside. */
const KEPT =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|ignorecase|symlinks|precomposeunicode|autocrlf|eol|quotepath|worktree|sparsecheckout(?:cone)?)|extensions\.[^.]+|remote\..+\.(?:url|fetch|promisor|partialclonefilter)|branch\..+\.(?:remote|merge)|submodule\..+\.(?:url|active))$/i;

/** A git configuration without what may be secret in it, as text for a file. */
export async function cleanGitConfig(file: string, { PATH }: { readonly PATH: string }): Promise<string> {
  const listed = await list(file, PATH);
  return listed.flatMap(({ key, value }) => (KEPT.test(key) ? [setting(key, withoutUser(value))] : [])).join('');
}

/** `section.sub.section.name` as git's files write it. */
function setting(key: string, value: string): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  const [section, below, name] = [
    key.slice(0, first),
    key.slice(first + 1, Math.max(first, last)),
    key.slice(last + 1),
  ];
  const head = first === last ? `[${section}]` : `[${section} ${quoted(below)}]`;
  return `${head}\n\t${name} = ${quoted(value)}\n`;
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** `https://token@host/…` is a secret too. */
const withoutUser = (value: string) => value.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');

function list(file: string, PATH: string): Promise<readonly { readonly key: string; readonly value: string }[]> {
  const args = [...gitArgs(), 'config', '--file', file, '--no-includes', '--list', '-z'];
  return new Promise((resolve) => {
    execFile('git', args, { cwd: '/', env: gitEnv({ PATH }), maxBuffer: 1 << 24 }, (error, stdout) => {
      const entries = error ? [] : stdout.split('\0').filter(Boolean);
      resolve(
        entries.map((entry) => {
          const [key = '', ...value] = entry.split('\n');
          return { key, value: value.join('\n') };
        }),
      );
    });
  });
}
