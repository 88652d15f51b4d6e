import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts';
import type { FaultPlan } from '../sandbox/faults/fault-rule.ts';
import type { TrafficEntry } from '../sandbox/http/traffic.ts';
import { DEFAULT_DIRECTORY } from '../sandbox/setup/directory.ts';
import { DEFAULT_SETUP, type SandboxSetup } from '../sandbox/setup/sandbox-setup.ts';
import { type Command, UsageError } from './command.ts';
import { prepareDemo } from './demo/prepare-demo.ts';
import { describeSandbox } from './sandbox/describe-sandbox.ts';
import { createCallPrinter } from './sandbox/print-calls.ts';
import { readFlags, type SandboxFlags } from './sandbox/read-flags.ts';
import { readJsonFile, readSetupFile } from './sandbox/read-json-file.ts';
import { SANDBOX_HELP } from './sandbox/sandbox-help.ts';
import { closeWithin, untilStopped } from './stop.ts';

/** Time limit for closing. The center closes its sockets at once; a bridge gives its services five seconds. */
const MOST_CLOSE_MS = 10_000;

/** Runs a local transaction center, and with `--demo` a business system beside it, until it is stopped. */
export const sandbox: Command = {
  help: () => SANDBOX_HELP,
  async run(args, { out, err }) {
    const flags = readFlags(args);
    if (flags.printsSetup) {
      out(JSON.stringify(DEFAULT_SETUP, undefined, 2));
      return;
    }
    const setup = flags.setupFile === undefined ? {} : await readSetupFile(flags.setupFile);
    refuseUnknownApps(flags, setup);
    if (flags.language !== undefined && !flags.isDemo) throw new UsageError('--language is for --demo.');
    const { timeZone = DEFAULT_SETUP.timeZone } = { ...setup, ...flags.options };
    const prepared = flags.isDemo ? await prepareDemo(flags, timeZone) : undefined;
    const faults = flags.faultsFile === undefined ? undefined : await readFaults(flags.faultsFile);
    const printCall = createCallPrinter({
      ...{ out, timeZone, directory: prepared?.setup.directory ?? setup.directory ?? DEFAULT_DIRECTORY },
      ...{ statusRuns: () => center.statusRuns, task: (taskId: string) => center.task(taskId) },
    });
    let isReady = prepared === undefined;
    const center: Sandbox = await createSandbox({
      ...setup,
      ...flags.options,
      switches: { ...setup.switches, ...flags.switches },
      ...(prepared === undefined && faults !== undefined ? { faults } : {}),
      ...prepared?.setup,
      // Calls during the set-up of the demo are not printed.
      ...(flags.isQuiet ? {} : { onCall: (entry: TrafficEntry) => isReady && printCall(entry) }),
    });
    const demo = prepared?.start(center);
    try {
      const stopped = untilStopped();
      if (flags.options.host !== undefined && !isLoopback(flags.options.host)) err(warnOfHost(flags.options.host));
      out(describeSandbox(center, setup, { options: flags.options, language: prepared?.language }));
      if (demo !== undefined) {
        const described = await Promise.race([demo.ready, stopped]);
        if (described !== undefined) out(described);
        if (faults !== undefined) center.faults.set(faults);
      }
      for (const { appId, url } of flags.statusUrls) center.setStatusUrl(appId, url);
      for (const { appId, url } of flags.diagramUrls) center.setDiagramUrl(appId, url);
      isReady = true;
      await stopped;
    } finally {
      await closeWithin(MOST_CLOSE_MS, async () => {
        await demo?.close();
        await center.close();
      });
    }
  },
};

/** The content is validated with the option `faults`. */
async function readFaults(path: string): Promise<FaultPlan> {
  return (await readJsonFile(
    path,
    'faults',
    'it must contain the option faults of createSandbox as JSON',
  )) as FaultPlan;
}

function refuseUnknownApps(
  { statusUrls, diagramUrls }: SandboxFlags,
  { apps = DEFAULT_SETUP.apps }: SandboxSetup,
): void {
  const known = apps.map(({ appId }) => appId);
  for (const [flagName, urls] of [['--status-url', statusUrls] as const, ['--diagram-url', diagramUrls] as const]) {
    const unknown = urls.find(({ appId }) => !known.includes(appId));
    if (unknown === undefined) continue;
    throw new UsageError(`${flagName} ${unknown.appId}=…: unknown application ${unknown.appId}; known: ${known}.`);
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function warnOfHost(host: string): string {
  return [
    `Warning: the sandbox listens on ${host}. Everybody who can reach this machine can use it: its secrets are`,
    'in the setup, it calls addresses that clients send, and the control API presses buttons as any',
    'person. --no-control turns that API off.',
  ].join('\n');
}
