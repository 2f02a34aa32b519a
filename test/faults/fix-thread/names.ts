// Names and numbers in what crew said, wherever they stand, that nobody finds.
import { everyOf } from '../../../src/core/recorded.js';
import type { VerifyDocument } from '../../../src/verify/artifact.js';
import { pullsIn, type Scene } from './scene.js';
import { REPO } from './shop.js';
import { checksIn, gitIn, refsIn } from './stands.js';

export function notThere(scene: Scene, said: readonly string[]): readonly string[] {
  const { shop, runs } = scene;
  const documents = runs.flatMap(({ document }) => document ?? []);
  const written = JSON.stringify([runs.map(({ journal }) => journal), documents]);
  const text = runs
    .reduce((all, { name }) => all.replaceAll(name, ''), textOf(scene, said))
    .replace(/\d{8}T\d{6}Z-[0-9a-f]{8}/g, (id) => (written.includes(id) ? '' : id));
  const digests = [
    ...gitIn(shop, 'rev-list', '--all', '--objects', '--no-object-names').split('\n'),
    ...(written.match(/\b[0-9a-f]{64}\b/g) ?? []),
  ];
  const { numbered } = shop.embedded.repository(REPO);
  const files = new Set(
    gitIn(shop, '-c', 'core.quotePath=off', 'log', '--all', '--name-only', '--format=').split('\n'),
  );
  const known = (name: string) => files.has(name) || written.includes(JSON.stringify(name).slice(1, -1));
  const counts = countsIn(scene, documents);
  const exits = exitsIn(scene, documents);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([whole, name = '']) => ({ whole, name }));
  return [
    ...found(/\b(?=\w*\d)([0-9a-f]{7,64})\b/g).filter(({ name }) => !digests.some((each) => each.startsWith(name))),
    ...found(/(crew\/issue-\d+(?:-\d+)?)/g).filter(({ name }) => !refsIn(shop, 'refs/heads/').includes(name)),
    ...found(/#(\d+)\b/g).filter(({ name }) => !numbered.has(Number(name))),
    ...found(/`([\w./-]+\.[a-z]+)`/g).filter(({ name }) => !known(name)),
    ...found(/\b(\d+ (?:passed|failed))\b/g).filter(({ name }) => !counts.has(name)),
    ...found(/\bended with (\d+)/g).filter(({ name }) => !exits.has(Number(name))),
  ].map(({ whole }) => whole);
}

/** What stands in a fence is held against git as a whole. */
function textOf(scene: Scene, said: readonly string[]): string {
  const checks = checksIn(scene.shop).flatMap(({ title, summary }) => [title ?? '', summary ?? '']);
  const pulls = pullsIn(scene).flatMap(({ title, body }) => [title, (body ?? '').replace(/<!-- crew:[^>]*-->$/, '')]);
  return [...said, ...pulls, ...checks].join('\n').replace(/^(`{3,})[a-z]*\n[\s\S]*?\n\1$/gm, '');
}

const headAndBase = (documents: readonly VerifyDocument[]) =>
  documents.flatMap(({ found }) => (found.is === 'verified' ? [...found.base.steps, ...found.head.steps] : []));

const stepsIn = ({ runs }: Scene) =>
  runs.flatMap(({ journal }) => everyOf(journal, 'verification').flatMap(({ steps }) => steps));

const exitsIn = (scene: Scene, documents: readonly VerifyDocument[]): ReadonlySet<number | null> =>
  new Set([...stepsIn(scene), ...headAndBase(documents)].map(({ exit }) => exit));

/** `2 passed`, `1 failed`, wherever that was counted. */
function countsIn(scene: Scene, documents: readonly VerifyDocument[]): ReadonlySet<string> {
  const own = stepsIn(scene).flatMap(({ tests = [] }) =>
    (['passed', 'failed'] as const).map((kind) => `${tests.filter(({ status }) => status === kind).length} ${kind}`),
  );
  const again = headAndBase(documents).flatMap(({ count }) =>
    count ? [`${count.passed} passed`, `${count.failed} failed`] : [],
  );
  return new Set([...own, ...again]);
}
