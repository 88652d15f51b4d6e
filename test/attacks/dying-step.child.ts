// A service whose wake-ups are due; one instance ends the process: by the step of its timer, by that of its job, or in the
// call of a service. A `later` run takes over, a `retried` one retries the incident first, and so does a `mended` one, in
// which nothing is deadly any more. Says which incidents and tasks there are.

import { setTimeout } from 'node:timers/promises';
import { createBridge } from '../../src/index.ts';
import { catchEvent, end, exclusive, processFile, serviceTask, start, timer, userTask } from '../support/bpmn-xml.ts';

const [, , path = '', run, kind] = process.argv;
const BEGIN = Date.UTC(2026, 4, 4);
const AN_HOUR = 3_600_000;
const hasService = kind !== 'timer';
const nowhere = 'http://127.0.0.1:9';

const bridge = await createBridge({
  center: { baseUrl: nowhere, authUrl: nowhere, clientId: 'id', clientSecret: 'secret', appId: 'app' },
  callback: {
    publicUrl: nowhere,
    signingKeys: [{ id: 'k1', secret: 'a secret of the tests, 32 bytes long' }],
    cipher: { kind: 'none' },
    idToken: 'trust-center',
  },
  identity: 'trust-center',
  defaults: { systemHandler: 'system' },
  store: `sqlite:${path}`,
  clock: () => (run === 'first' ? BEGIN : BEGIN + 2 * AN_HOUR),
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  services: {
    book({ variables }) {
      if (variables.isDeadly === true && kind === 'call' && run !== 'mended') process.exit(1);
      return {};
    },
  },
  expressions: {
    functions: {
      survives(isDeadly: boolean): boolean {
        while (isDeadly && kind !== 'call') process.kill(process.pid, 'SIGKILL');
        return true;
      },
    },
  },
});
const openIncidents = () => bridge.incidents.list({ open: true });

async function isSettled(): Promise<boolean> {
  const isOpen = (await openIncidents()).length > 0;
  return hasService ? (await bridge.jobs.list({ state: 'queued' })).length === 0 : isOpen;
}

if (run === 'first') {
  await bridge.deploy(
    processFile(
      [
        ...[start(), catchEvent('later', timer('PT1H')), ...(hasService ? [serviceTask('book')] : [])],
        ...[exclusive('which'), userTask('check', { assignee: 'bo' }), end()],
      ],
      `start > later > ${hasService ? 'book > ' : ''}which; which >[\${survives(isDeadly)}] check > end; which >* end`,
    ),
  );
  for (const isDeadly of [false, true, false, false])
    await bridge.start('process', { initiator: 'anna', variables: { isDeadly } });
} else {
  const [incident] = await openIncidents();
  if (incident && run !== 'later') await bridge.incidents.retry(incident.incidentId);
  // The center is not there, so `idle` is not asked: the steps are what counts.
  while ((await bridge.tasks.list({})).length < (run === 'mended' ? 4 : 3) || !(await isSettled()))
    await setTimeout(20);
}
const incidents = await openIncidents();
const tasks = await bridge.tasks.list({});
process.send?.({ incidents: incidents.map(({ code }) => code), tasks: tasks.length }, () => process.exit());
