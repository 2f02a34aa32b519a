// The English texts of `crew init`.

/** What `init` did with a file, or would do in a dry run. `there`: the file exists and is as `init` would write it. */
export type FileResult = 'written' | 'would write' | 'updated' | 'would update' | 'there' | 'differs';

const FILE_RESULTS: Readonly<Record<FileResult, (file: string) => string>> = {
  written: (file) => `wrote ${file}`,
  'would write': (file) => `would write ${file}`,
  updated: (file) => `updated ${file}: it now calls the crew named below`,
  'would update': (file) => `would update ${file}: it would call the crew named below`,
  there: (file) => `${file} is there already`,
  differs: (file) => `${file} is there and differs from what crew would write; it was left as it is`,
};

export const en = {
  init: {
    result: (file: string, result: FileResult): string => FILE_RESULTS[result](file),
    /** `isGuess`: nothing names crew's repository, so `init` took the owner of this one. */
    callsCrew: (crew: string, isGuess: boolean): string =>
      isGuess
        ? `The workflows call ${crew}. This is a guess from the owner of this repository. If crew is elsewhere, run \`crew init --from OWNER/crew@TAG\` with the right name; it corrects these files.`
        : `The workflows call ${crew}. If crew is in another repository, run \`crew init --from\` with its name and tag.`,
    /** `isCommitted`: every file is there and committed. */
    next: (permissions: readonly string[], isCommitted = false): string =>
      [
        `The workflows ask for these permissions: ${permissions.join(', ')}.`,
        'Secrets: ANTHROPIC_API_KEY is needed by commands that ask a model. CREW_PROJECT_TOKEN is needed to read a Projects board. Everything else works without secrets.',
        'Pull requests: turn on “Allow GitHub Actions to create and approve pull requests” in Settings → Actions. Their checks wait for a click on “Approve workflows to run”, unless CREW_APP_CLIENT_ID (or CREW_APP_ID) and CREW_APP_PRIVATE_KEY name a GitHub App of yours.',
        isCommitted
          ? 'These files are committed. Next: make sure that the commit is on the default branch on GitHub, then write /crew help in an issue. `crew doctor` shows what is missing.'
          : 'Next: commit these files to the default branch, then write /crew help in an issue. `crew doctor` shows what is missing.',
        'To get the check crew/verify on every pull request, add `review: { on-pull-requests: true }` to .github/crew.yml.',
      ].join('\n'),
    /** Neither `--from` nor a remote of this clone or of crew's own says where crew is. */
    unknownSource:
      'This clone has no remote on GitHub, so `crew init` cannot tell which repository the workflows have to call. Run it with `--from`, like `crew init --from octo-org/crew@v1`; write the account that holds your copy of crew in place of `octo-org`. Or add the remote: `git remote add origin https://github.com/OWNER/NAME.git`, then `crew init`.',
    nothingToPropose: 'The repository has all of it already.',
    wouldPropose: (file: string): string => `would propose ${file}`,
    pullTitle: 'Set up crew',
    pullIntro: 'Sets up crew in this repository.',
    opened: (url: string): string => `opened ${url}`,
    alreadyOpen: (url: string): string => `${url} is open already`,
  },
};

export type CliMessages = typeof en;
