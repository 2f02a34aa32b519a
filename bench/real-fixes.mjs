// Selects real fixes in the history of a repository, by a rule and before anything runs: the newest commits whose subject mentions a fix
// or bug (not of typos or of what a linter says) and that change at least one source file and one test file, without changing dependencies
// or workflows. A short subject is requested with the rest of its message.
import { execFileSync } from 'node:child_process';

/** The newest fixes of a repository. `roleOf` tells the role of a file. */
export function fixesOf(root, roleOf, most) {
  const log = git(root, 'log', '--no-merges', '-n', '400', '--format=%x00%H%x09%P%x09%s', '--name-only');
  const commits = log
    .split('\0')
    .filter(Boolean)
    .map((entry) => {
      const [head, ...files] = entry.trim().split('\n').filter(Boolean);
      const [commit, parent, subjectLine] = head.split('\t');
      return { commit, parent, subject: subjectLine ?? '', files };
    });
  const roles = ({ files }) => files.map((file) => [file, roleOf(file, 'test(')]);
  const isFix = (of) =>
    /\b(?:fix|fixes|fixed|bug|bugfix|regression)\b/i.test(of.subject) &&
    !/\b(?:typos?|lint(?:s|ing|er)?|clippy|staticcheck|eslint|pre-commit|spelling|formatting|examples?)\b/i.test(
      of.subject,
    ) &&
    of.parent &&
    roles(of).some(([file, role]) => role === 'source' && /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java)$/.test(file)) &&
    roles(of).some(([, role]) => role === 'test') &&
    roles(of).every(([file, role]) => role !== 'lock' && role !== 'manifest' && !file.startsWith('.github/'));
  const now = needsOf(root, 'HEAD');
  return commits
    .filter((of) => isFix(of) && needsOf(root, of.commit) === now)
    .slice(0, most)
    .map(({ commit, parent, subject }) => ({ commit, parent, said: requestOf(root, commit, subject) }));
}

/** The request: the subject, and the whole message where the subject has less than five words. */
function requestOf(root, commit, subject) {
  return subject.split(/\s+/).length < 5 ? git(root, 'show', '--no-patch', '--format=%B', commit).trim() : subject;
}

/** The files of a fix, before and after. */
export function filesOf(root, { commit, parent }) {
  const lines = git(root, 'diff', '--name-status', '--no-renames', parent, commit).trim().split('\n');
  return lines.map((line) => {
    const [how, file] = line.split('\t');
    return {
      path: file,
      before: how === 'A' ? null : git(root, 'show', `${parent}:${file}`),
      after: how === 'D' ? null : git(root, 'show', `${commit}:${file}`),
    };
  });
}

/** Commits that need other dependencies than the newest one are left out, because only those are installed. */
function needsOf(root, commit) {
  try {
    const { dependencies, devDependencies } = JSON.parse(git(root, 'show', `${commit}:package.json`));
    return JSON.stringify([Object.keys(dependencies ?? {}).sort(), Object.keys(devDependencies ?? {}).sort()]);
  } catch {
    return '';
  }
}

export function git(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
}
