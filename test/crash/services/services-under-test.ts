import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ServiceUnderTest } from './service-kills.ts';

/** The service with a file for each request. @param folder an empty folder */
export function leaveService(folder: string): ServiceUnderTest {
  return {
    program: 'leave-service.ts',
    prefix: '',
    environment: { FOLDER: folder },
    variables: (random) => ({ manager: 'bo', days: 1 + random.below(6) }),
    async judge({ started, applied }) {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      const files = await Promise.all(
        names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
      );
      const answers = files.flatMap((file) => Object.keys(file.answers));
      return [
        ...differ('files', names.length, started.length),
        ...differ('files of requests that have not ended', files.filter(({ engine }) => engine !== null).length, 0),
        ...differ('reports left', files.flatMap(({ reports }) => reports).length, 0),
        ...differ('messages left', files.flatMap(({ messages }) => messages).length, 0),
        // A repeat of what a killed process had sent may stay unconfirmed; that it arrived, the center shows.
        ...differ('parked reports', files.flatMap(({ troubled }) => troubled.filter(isParked)).length, 0),
        ...differ('answers', answers.length, applied.size),
      ];
    },
  };
}

/** The service with tables in PostgreSQL. @param databaseUrl of an empty database */
export function purchaseService(databaseUrl: string): ServiceUnderTest {
  return {
    program: 'purchase-service.ts',
    prefix: '/center',
    environment: { DATABASE_URL: databaseUrl },
    variables: () => ({ item: 'a desk', price: 300, signers: ['chen', 'dara'] }),
    async judge({ started, applied }) {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        const count = async (sql: string) => Number((await client.query(`select ${sql}`)).rows[0].count);
        return [
          ...differ('purchases', await count('count(*) from purchases'), started.length),
          ...differ('purchases not ordered', await count('count(*) from purchases where ordered_at is null'), 0),
          ...differ('approvals not ended', await count('count(*) from approvals where state is not null'), 0),
          // A decision and its step are one commit: neither is there without the other.
          ...differ('decisions', await count('coalesce(sum(decisions), 0) as count from purchases'), applied.size),
          ...differ('presses', await count('count(*) from approval_presses'), applied.size),
          // A repeat of what a killed process had sent may stay unconfirmed; that it arrived, the center shows.
          ...differ('reports left', await count("count(*) from approval_reports where state <> 'unconfirmed'"), 0),
          ...differ('jobs left', await count('count(*) from approval_jobs'), 0),
        ];
      } finally {
        await client.end();
      }
    },
  };
}

function isParked({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'park';
}

function differ(what: string, found: number, expected: number): string[] {
  return found === expected ? [] : [`${what}: ${found}, expected ${expected}`];
}
