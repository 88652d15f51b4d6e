// A service whose wake-ups are due; the step of one instance ends the process, that of its timer or of its job. Says which
// incidents and tasks there are.

import { setTimeout } from 'node:timers/promises';
import { createBridge } from '../../src/index.ts';
import { catchEvent, end, exclusive, processFile, serviceTask, start, timer, userTask } from '../support/bpmn-xml.ts';

const [, , path = '', isFirst, kind] = process.argv;
const BEGIN = Date.UTC(2026, 4, 4);
const AN_HOUR = 3_600_000;
const isOfJob = kind === 'job';
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
  clock: () => (isFirst === 'first' ? BEGIN : BEGIN + 2 * AN_HOUR),
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  services: { book: () => ({}) },
  expressions: {
    functions: {
      survives(isDeadly: boolean): boolean {
        while (isDeadly) process.kill(process.pid, 'SIGKILL');
        return true;
      },
    },
  },
});
const openIncidents = () => bridge.incidents.list({ open: true });

if (isFirst === 'first') {
  await bridge.deploy(
    processFile(
      [
        ...[start(), catchEvent('later', timer('PT1H')), ...(isOfJob ? [serviceTask('book')] : [])],
        ...[exclusive('which'), userTask('check', { assignee: 'bo' }), end()],
      ],
      `start > later > ${isOfJob ? 'book > ' : ''}which; which >[\${survives(isDeadly)}] check > end; which >* end`,
    ),
  );
  for (const isDeadly of [false, true, false, false])
    await bridge.start('process', { initiator: 'anna', variables: { isDeadly } });
} else {
  // The center is not there, so `idle` is not asked: the steps are what counts.
  while ((await openIncidents()).length === 0 || (await bridge.tasks.list({})).length < 3) await setTimeout(20);
}
const incidents = await openIncidents();
const tasks = await bridge.tasks.list({});
process.send?.({ incidents: incidents.map(({ code }) => code), tasks: tasks.length }, () => process.exit());
