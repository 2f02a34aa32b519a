import { type Breach, show } from '../problem.js';
import type { Config } from '../schema.js';

/** Cloud machines hand out their credentials at these addresses, to whoever asks from inside. */
const metadata =
  /^(?:169\.254\.\d+\.\d+|metadata(?:\.google\.internal)?|instance-data(?:\.ec2\.internal)?|100\.100\.100\.200)$/;

/** What runs in the sandbox must not be able to ask the machine for its identity. */
export function hostsAreNotTheMachine({ sandbox }: Config): readonly Breach[] {
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
