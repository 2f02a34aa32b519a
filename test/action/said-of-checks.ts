// Whether what crew says of the repository's own checks is true of them as they stand: by its sentences, and by what GitHub has.
import type { Repository } from 'github-sandbox';

const TOO = /Red here, and red on `([^`]+)` too(, with no remark that is not there as well)?: ([^.]+)\./g;
const RED = /are red on `\w+`, the head of #\d+: ([^.]+)\./g;

/** The sentences of a text that are false of the checks on a commit. */
export function falseOfChecks(text: string, of: { repository: Repository; sha: string; tip: string }): string[] {
  const [here, there] = [redOn(of.repository, of.sha), redOn(of.repository, of.tip)];
  const excused: string[] = [];
  const lies: string[] = [];
  for (const [sentence, , same, names = ''] of text.matchAll(TOO)) {
    for (const name of namesIn(names)) {
      const [remarks, known] = [here.get(name), there.get(name)];
      const isSame = remarks && remarks.length > 0 && remarks.every((each) => known?.includes(each));
      if (!remarks || !known || (same && !isSame)) lies.push(sentence);
      if (same) excused.push(name);
    }
  }
  for (const [sentence, names = ''] of text.matchAll(RED))
    if (namesIn(names).some((name) => !here.has(name))) lies.push(sentence);
  const left = [...here.keys()].filter((name) => !excused.includes(name));
  const passed = /(own|other) checks passed/.exec(text);
  if (passed && (left.length > 0 || (passed[1] === 'own') !== (here.size === 0))) lies.push(passed[0]);
  return lies;
}

const namesIn = (list: string): readonly string[] => [...list.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);

/** What is red on a commit, by name, with what it remarks. */
function redOn({ checks }: Repository, sha: string): ReadonlyMap<string, readonly string[]> {
  const runs = (checks.suites.get(sha) ?? []).flatMap((suite) => suite.runs);
  const newest = new Map((checks.statuses.get(sha) ?? []).map(({ context, state }) => [context, state]));
  const statuses = [...newest].filter(([, state]) => state === 'failure' || state === 'error');
  return new Map<string, readonly string[]>([
    ...statuses.map(([name]) => [name, []] as const),
    ...runs
      .filter(({ conclusion }) => conclusion === 'failure')
      .map(({ name, annotations }) => [name, annotations.map(({ path, message }) => `${path}: ${message}`)] as const),
  ]);
}
