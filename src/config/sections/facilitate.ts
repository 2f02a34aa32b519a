import * as z from 'zod';
import { branch, duration, folder, label, line, owner, whole } from '../kinds.js';

const count = 'a whole number, 1 or more';
const largest = 2_147_483_647;

export const facilitate = z
  .strictObject({
    project: whole({ min: 1, max: largest, expected: 'the number of a project, 1 or more' })
      .exactOptional()
      .describe('The Projects v2 board, by the number in its address; without it, all issues of the repository.'),
    'project-owner': owner
      .exactOptional()
      .describe("Who owns the board, when it is not the repository's owner (a login)."),
    label: label.exactOptional().describe('Only issues with this label are assessed.'),
    comments: z
      .enum(['needed', 'all', 'none'])
      .default('needed')
      .describe('Which issues get their one comment: those where somebody must act, all, or none.'),
    'blocked-labels': z
      .array(label)
      .default(['blocked', 'on-hold'])
      .describe('Labels that block an issue when a person sets them.'),
    exempt: z
      .strictObject({
        labels: z.array(label).default([]).describe('Labels.'),
        assignees: z.array(owner).default([]).describe('Logins of assignees.'),
        milestones: z.array(line).default([]).describe('Titles of milestones.'),
        types: z.array(line).default([]).describe('Issue types.'),
      })
      .prefault({})
      .describe('Issues that have one of these are neither commented on nor labelled nor suggested.'),
    'done-branches': z
      .array(branch)
      .default([])
      .describe('Branches that count as done beside the default branch: what is merged there stands.'),
    'command-template': line
      .exactOptional()
      .describe(
        'How a suggested command is written for agents that bring none: `{issue}`, `{project}` and `{name}` are filled in.',
      ),
    'notify-unblocked': z
      .boolean()
      .default(true)
      .describe(
        'Whether the assignee (else the author) is told in a comment when the last blocker of an issue is gone.',
      ),
    'stale-days': duration({ unit: 'days', max: 3650 })
      .default(7)
      .describe('After so many days without activity an open issue gets the label `stale` of the prefix.'),
    'recent-days': duration({ unit: 'days', max: 3650 })
      .default(7)
      .describe('Activity within so many days counts as recent in freshness, confidence and score.'),
    'digest-issue': z.boolean().default(false).describe('Whether the report is also kept in one issue of its own.'),
    iterateMax: whole({ min: 1, max: largest, expected: count })
      .default(50)
      .describe(
        'The most scans that the App makes one after the other without an event; in the Action one scan is one iteration.',
      ),
    checkInterval: duration({ unit: 'minutes', max: 525_600 })
      .default(30)
      .describe(
        'Minutes between two scheduled scans; events start one at once. In the Action it is the cron line that `crew init` writes.',
      ),
    agentDiscoveryPath: folder.default('.agent/').describe('The folder in which agents are discovered.'),
  })
  .prefault({})
  .describe('Which board is assessed, and what is written about it.');
