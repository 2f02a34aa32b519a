// The section `facilitate` of the configuration: how boards are scanned.

import * as z from 'zod';
import { branch, duration, folder, label, line, owner, whole } from '../kinds.js';

const count = 'a whole number, 1 or more';
const largest = 2_147_483_647;

export const facilitate = z
  .strictObject({
    project: whole({ min: 1, max: largest, expected: 'the number of a project, 1 or more' })
      .exactOptional()
      .describe('The number of the Projects board, from its URL. Without it crew reads all issues of the repository.'),
    'project-owner': owner.exactOptional().describe("The login of the board's owner. Default: the repository's owner."),
    label: label.exactOptional().describe('Only issues with this label are judged.'),
    comments: z
      .enum(['needed', 'all', 'none'])
      .default('needed')
      .describe('Which issues get a comment: those where somebody must act (`needed`), all, or none.'),
    'blocked-labels': z
      .array(label)
      .default(['blocked', 'on-hold'])
      .describe('An issue with one of these labels is blocked, if a person set it.'),
    exempt: z
      .strictObject({
        labels: z
          .array(label)
          .default([])
          .describe('Exempt labels. crew does not label, comment on or suggest an issue that has one of them.'),
        assignees: z.array(owner).default([]).describe('Exempt assignees.'),
        milestones: z.array(line).default([]).describe('Exempt milestones, by title.'),
        types: z.array(line).default([]).describe('Exempt issue types.'),
      })
      .prefault({})
      .describe('crew does not label, comment on or suggest issues that have one of these.'),
    'done-branches': z
      .array(branch)
      .default([])
      .describe('Work that was merged to one of these branches counts as done, as on the default branch.'),
    'command-template': line
      .exactOptional()
      .describe(
        "The command that crew suggests for an agent that declares no `command`. crew fills in `{issue}`, `{project}` and `{name}` (the agent's).",
      ),
    'notify-unblocked': z
      .boolean()
      .default(true)
      .describe('Whether a comment tells the assignee, or else the author, when the last blocker of an issue is gone.'),
    'stale-days': duration({ unit: 'days', max: 3650 })
      .default(7)
      .describe('An open issue without activity for this many days gets the label `crew:stale`.'),
    'recent-days': duration({ unit: 'days', max: 3650 })
      .default(7)
      .describe('Activity within this many days counts as recent when crew computes freshness, confidence and score.'),
    'digest-issue': z.boolean().default(false).describe('Whether crew keeps the report in a digest issue.'),
    // The next three keys are camelCase because the specification names them so.
    iterateMax: whole({ min: 1, max: largest, expected: count })
      .default(50)
      .describe('How many scheduled scans in a row, with no event in between, the App makes at most.'),
    checkInterval: duration({ unit: 'minutes', max: 525_600 })
      .default(30)
      .describe(
        'Minutes between two scheduled scans of the App. `crew init` writes the schedule of `facilitate.yml` from it.',
      ),
    agentDiscoveryPath: folder.default('.agent/').describe("The folder of the repository's agents."),
  })
  .prefault({})
  .describe('Which issues are judged, and what crew writes about them.');
