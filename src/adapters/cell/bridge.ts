/** A port inside of a cell. `ask`: it is as if this host and port were here, through the way out. */
export interface Door {
  readonly port: number;
  readonly ask: string | null;
}

export interface BridgeAsk {
  readonly socket: string;
  readonly doors: readonly Door[];
  /** Several cells one after the other are to stand in this network. */
  readonly forgets?: boolean | undefined;
}

/** What it says when all doors are open. */
export interface BridgeSays {
  readonly pid: number;
  /** Nothing of a connection is left when its processes have ended: the kernel was told so, and took it. */
  readonly forgets: boolean;
}

/**
 * The program that stands in the cell's network and carries bytes to the one way out, a unix socket (see `asProgram`: it stands on its
 * own). While it lives, the network does.
 */
export async function bridge({ socket, doors, forgets = false }: BridgeAsk): Promise<void> {
  const { connect, createServer } = await import('node:net');
  const { writeFile } = await import('node:fs/promises');
  type Socket = ReturnType<typeof connect>;

  const join = (near: Socket, far: Socket) => {
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => one.destroy()).once('close', () => other.destroy());
  };
  const askFor = (place: string, { near, far }: { near: Socket; far: Socket }) => {
    let head = Buffer.alloc(0);
    const onOutput = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      far.off('data', onOutput);
      if (!head.toString('latin1').startsWith('HTTP/1.1 200 ')) return void near.destroy();
      near.write(head.subarray(end + 4));
      join(near, far);
    };
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy()).on('data', onOutput);
    far.write(`CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n\r\n`);
  };
  const open = ({ port, ask }: { port: number; ask: string | null }) =>
    new Promise<void>((resolve, reject) => {
      const server = createServer((near) => {
        const far = connect(socket);
        if (ask === null) join(near, far);
        else askFor(ask, { near, far });
      });
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });

  // A closed connection would keep its port for a minute, long after its processes have ended: the next cell could not listen there.
  const forget = () =>
    writeFile('/proc/sys/net/ipv4/tcp_max_tw_buckets', '0').then(
      () => true,
      () => false,
    );

  const [does] = await Promise.all([forgets && forget(), ...doors.map(open)]);
  process.stdin.resume().once('close', () => process.exit(0)); // the owner ended
  process.stdout.write(`${JSON.stringify({ pid: process.pid, forgets: does } satisfies BridgeSays)}\n`);
}
