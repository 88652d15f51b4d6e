// Commits one instance after the other and prints each id once its commit is acknowledged.
import { createSqliteStore } from '../support/inner/store.ts';
import { aJob, anInstance, aReport, aStep, aTask, DEFINITION, NOON } from './rows.ts';

const [path = '', round = ''] = process.argv.slice(2);
const store = await createSqliteStore({ path });
await store.putDefinitions([DEFINITION]);
for (let n = 0; ; n += 1) {
  const id = `${round}-${n}`;
  const outcome = await store.commitStep(
    aStep({
      instance: anInstance(id, { snapshot: JSON.stringify({ filler: 'x'.repeat(20_000) }) }),
      tasksCreated: [aTask(`t-${id}`, { instanceId: id })],
      jobsCreated: [aJob(`j-${id}`, { instanceId: id })],
      reports: [aReport(`a-${id}`), aReport(`b-${id}`)],
      history: [{ at: NOON, type: 'instance.started', data: {} }],
    }),
  );
  if (outcome !== 'committed') throw new Error(`${id} was ${outcome}`);
  process.stdout.write(`${id}\n`);
}
