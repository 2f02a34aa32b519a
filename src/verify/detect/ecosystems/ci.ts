// The ecosystem `ci`: steps from the repository's CI workflows, for purposes that no manifest covers. Listed in index.ts.
import { joinPaths } from '../../results/places.js';
import { record, string, yaml } from '../manifest-text.js';
import { startedRunners } from '../runner-starts.js';
import { commandsOf } from '../shell.js';
import { type Ecosystem, type Package, type Purpose, type StepDraft, type Tree, tool } from '../step.js';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Words by which the purpose of a command is recognised. The first row that matches counts. */
const PURPOSE_WORDS: readonly (readonly [Purpose, RegExp])[] = [
  ['types', /\b(?:tsc|typecheck|type-check|mypy|pyright)\b/],
  ['lint', /\b(?:lint|eslint|biome|prettier|flake8|ruff|black|clippy|vet|golangci-lint|fmt|rubocop|stylelint)\b/],
  ['test', /\b(?:tests?|pytest|unittest|jest|vitest|mocha|ava|tox|nox|ctest|rspec|phpunit|tape)\b/],
  ['build', /\b(?:build|compile|assemble)\b/],
];

/** Matches commands that a verification never runs: they change other systems or the machine, or use expressions of the workflow. */
const NEVER =
  /\$\{\{|\b(?:sudo|curl|wget|docker|git|gh|ssh|scp|aws|gcloud|az|kubectl|helm|terraform|publish|deploy|release|upload|push|codecov|install|rm)\b/;

/** The most steps from CI workflows. */
const MAX_STEPS = 8;

/** The commands of GitHub's workflow files that look like checks. */
export const ci: Ecosystem = {
  name: 'ci',
  isFallback: true,
  find(tree) {
    const found = tree.files.filter((file) => WORKFLOW.test(file)).flatMap((file) => commandsIn(tree, file));
    const unique = [...new Map(found.map((each) => [`${each.cwd} ${each.command}`, each])).values()].slice(
      0,
      MAX_STEPS,
    );
    const folders = [...new Set(unique.map(({ cwd }) => cwd ?? '.'))];
    return folders.map((folder): Package => {
      const steps = unique.filter(({ cwd }) => cwd === folder);
      return { ecosystem: 'ci', name: folder, folder, uses: [], steps };
    });
  },
};

function commandsIn(tree: Tree, file: string): readonly StepDraft[] {
  const workflow = yaml(tree.text(file));
  return Object.entries(record(workflow.jobs)).flatMap(([job, value]) => {
    const { steps, defaults } = record(value);
    const folder = string(record(record(defaults).run)['working-directory']);
    return (Array.isArray(steps) ? steps : []).flatMap((step) => draftsOf(record(step), { file, job, folder }));
  });
}

function draftsOf(
  step: Readonly<Record<string, unknown>>,
  { file, job, folder }: { file: string; job: string; folder: string | undefined },
): readonly StepDraft[] {
  const run = string(step.run);
  const cwd = joinPaths('.', string(step['working-directory']) ?? folder ?? '.');
  const shell = string(step.shell) ?? 'bash';
  if (run === undefined || cwd === undefined || /\$\{\{/.test(cwd) || !/^(?:bash|sh)\b/.test(shell)) return [];
  return run
    .replace(/\\\n\s*/g, ' ')
    .split('\n', 200)
    .flatMap((line): StepDraft[] => {
      const command = line.trim();
      const [first, ...more] = commandsOf(command);
      const purpose = PURPOSE_WORDS.find(([, words]) => words.test(command))?.[0];
      // Only a line with a single command means the same outside of the workflow.
      if (!first || more.length > 0 || !purpose || NEVER.test(command) || command.startsWith('#')) return [];
      const [program = ''] = first;
      if (
        !/^[\w./-]+$/.test(program) ||
        (/^(?:echo|cd|export|npm|pnpm|yarn|pip3?|apt|apt-get)$/.test(program) &&
          !/ (?:run|test|t|exec)\b/.test(command))
      )
        return [];
      const testRunners = purpose === 'test' ? startedRunners(command) : undefined;
      return [{ purpose, command, cwd: cwd || '.', why: { is: 'ci', file, job }, needs: [tool(program)], testRunners }];
    });
}
