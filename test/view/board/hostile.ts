// Reports in which every word that strangers choose is theirs.
import fc from 'fast-check';
import type { Report } from '../../../src/ports/report.js';
import { singleLine } from '../../../src/text/clean-output.js';

const TRICKS = [
  '</details><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='x",
  '@octocat and @acme/everyone',
  'Fixes #1, closes acme/other#2, GH-3',
  'https://evil.example/a www.evil.example',
  '[words](https://evil.example) ![p](https://evil.example/p.png)',
  '```\n/crew build\n```',
  '\n# heading\n\n- item\n\n| a | b |\n|---|---|',
  '``` ` `` |',
  '%%{init: {"theme":"x"}}%% end --> n0 ;"]',
  '\u001b[31mred\u001b[0m\u0007\u202etxt.exe\u200b',
  '<!-- crew:marker -->',
  '$\\{7*7} {{x}} $x$ ~~y~~ ^[z]',
  '1. one\r\n2) two',
  '件名　テスト🎉👩‍👩‍👧',
];

/** Words as strangers write them: tricks, noise, and both in one. Never nothing, since nothing is shown otherwise. */
export const words = fc
  .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string({ unit: 'grapheme', maxLength: 30 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => `x ${parts.join(' ')}`);

/** The same report with other words in every place where somebody else's may stand. */
export function withWords(report: Report, theirs: string): Report {
  const recommendation = report.recommendation;
  return {
    ...report,
    coverage: {
      ...report.coverage,
      missing: [{ what: theirs, why: theirs }],
      notIssues: [{ what: theirs, kind: theirs }],
    },
    registry: {
      ...report.registry,
      agents: report.registry.agents.map((agent) => ({
        ...agent,
        name: theirs,
        description: theirs,
        capabilities: [theirs],
      })),
      problems: [{ path: theirs, message: theirs }],
    },
    events: report.events.map((event) => ({ ...event, by: theirs })),
    assessments: report.assessments.map((each) => ({
      ...each,
      title: theirs,
      evidence: [theirs],
      links: [
        { kind: 'branch', ref: theirs, strength: 'naming' },
        { kind: 'pull', ref: theirs, strength: theirs },
      ],
      blockers: each.blockers.map((blocker) =>
        blocker.external === undefined ? blocker : { ...blocker, external: theirs },
      ),
      whyNot: [theirs],
      recommendation: theirs,
    })),
    recommendation: {
      ...recommendation,
      nextAgent: theirs,
      reason: theirs,
      suggestions: recommendation.suggestions.map((each) => ({
        ...each,
        agent: theirs,
        command: singleLine(theirs),
        description: theirs,
        rationale: theirs,
      })),
    },
    drift: report.drift.map((each) => ({ ...each, board: theirs })),
  };
}
