// The examples that the scripted model of the sandbox can answer: `crew sandbox` prints them, and the page "Try it" lists them.
import { type Markup, markup } from '../view/html.js';

/** A request that the scripted model can answer, for the printed example of `crew fix`. */
export const TRY_FIX = 'addMonths skips February: 2026-01-31 plus one month should be 2026-02-28';

/** Review requests that the scripted model can answer on the pull request for issue #2. */
export const TRY_REVIEW = [
  'Add a test for a month of 30 days',
  'Rename `result` to `shifted`',
  'What does setUTCDate(0) do?',
];

/** Commands that the scripted model can answer on an issue of one's own. */
export const TRY_OTHERS = [
  '/crew build validate what the functions are given, with tests and documentation',
  '/crew write a guide for the first five minutes',
  '/crew task fizzbuzz を作って',
  "/crew task decide this API's design",
  '/crew task decide whether time zones belong here',
];

/** The commands at a terminal that use the model of the sandbox. */
export const terminalExamples = (modelUrl: string, program: string): readonly string[] => {
  const command = `ANTHROPIC_API_KEY=none ANTHROPIC_BASE_URL=${modelUrl} node ${program}`;
  return [`${command} ask "Who uses addMonths?"`, `${command} fix "${TRY_FIX}"`];
};

/** The style of the page "Try it", inside the frame of the other pages. */
export const EXAMPLES_STYLE = `
main h2 { margin: 1.6rem 0 0.4rem; font: 600 1.15rem / 1.35 var(--serif); }
main ol, main ul { margin: 0.3rem 0 0; padding-left: 1.4rem; list-style: disc; }
main ol { list-style: decimal; }
main li { margin-top: 0.35rem; }
main code { overflow-wrap: anywhere; user-select: all; }
`;

export interface ExamplesInput {
  /** The path of the sample repository on this server, such as `/sample/tidy-dates`. */
  readonly repository: string;
  /** Whether the model is a script. A real model also answers everything else. */
  readonly isScripted: boolean;
}

/** The content of the page "Try it". */
export function examplesContent({ repository, isScripted }: ExamplesInput): Markup {
  const issue = (number: number) => markup`<a href="${`${repository}/issues/${number}`}">#${number}</a>`;
  const pull = markup`<a href="${`${repository}/pull/30`}">#30</a>`;
  const newIssue = markup`<a href="${`${repository}/issues/new`}">issue of your own</a>`;
  const model = isScripted
    ? 'The model here is a script that knows these examples. To everything else it answers that it does not know it. With ANTHROPIC_API_KEY set, crew sandbox asks a real model.'
    : 'The model is real. It answers these examples and everything else.';
  return markup`<h1>Try it</h1><p>Write these commands as comments. ${model}</p>
<section><h2>Fix a bug</h2><ol>
<li>Comment ${command('/crew fix')} on ${issue(2)}. crew opens a pull request.</li>
<li>Comment on lines of that pull request, for example:<ul>${TRY_REVIEW.map((each) => markup`<li>${command(each)}</li>`)}</ul></li>
<li>Comment ${command('/crew fix')} on the pull request. crew adds a commit and answers each comment.</li>
</ol></section>
<section><h2>Review and plan</h2><ul>
<li>Comment ${command('/crew review')} on the pull request ${pull}.</li>
<li>Comment ${command('/crew plan')} on ${issue(2)} while it is open, and approve the plan. crew then makes the change.</li>
</ul></section>
<section><h2>Larger work</h2><p>Open an ${newIssue} and comment one of these there:</p><ul>${TRY_OTHERS.map((each) => markup`<li>${command(each)}</li>`)}</ul></section>
<section><h2>Without a model</h2><p>${command('/crew help')}, ${command('/crew status')} and ${command('/crew facilitate')} work on every issue.</p></section>`;
}

const command = (text: string): Markup => markup`<code>${text}</code>`;
