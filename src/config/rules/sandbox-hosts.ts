import { show, type UnlocatedProblem } from '../problem.js';
import type { Config } from '../schema.js';

/** Metadata services of cloud machines, which return credentials to any local process. */
const metadata =
  /^(?:169\.254\.\d+\.\d+|metadata(?:\.google\.internal)?|instance-data(?:\.ec2\.internal)?|100\.100\.100\.200)$/;

/** Commands in the sandbox must not reach the machine's metadata service. */
export function hostsAreNotTheMachine({ sandbox }: Config): readonly UnlocatedProblem[] {
  return sandbox.hosts.flatMap((host, at) =>
    metadata.test(host)
      ? {
          path: ['sandbox', 'hosts', at],
          expected: 'a host outside the machine',
          found: `${show(host)}, where cloud machines hand out credentials`,
          remedy: 'leave it out',
        }
      : [],
  );
}
