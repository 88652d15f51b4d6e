/**
 * `npm run test:services -- --kills 200 --seed 7`: kills both services of `examples/services` so often, and judges each;
 * `--service leave` or `--service purchase`: one of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { createRandom } from '../../support/random.ts';
import { killService } from './service-kills.ts';
import { leaveService, purchaseService } from './services-under-test.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    service: { type: 'string', default: '' },
    seed: { type: 'string', default: `${Math.floor(Date.now() / 1000)}` },
  },
});
const kills = Number(values.kills);
const folder = await mkdtemp(join(tmpdir(), 'leave-service-'));
const postgres = await startPostgresServer();
try {
  const services = [leaveService(folder), purchaseService(postgres.urlOf('postgres'))];
  for (const service of services.filter(({ program }) => program.startsWith(values.service))) {
    const wrong = await killService(service, { kills, random: createRandom(Number(values.seed)) });
    console.log(`${service.program}: killed ${kills} times, seed ${values.seed}: ${wrong.length} wrong`);
    for (const each of wrong) console.log(`  ${each}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
