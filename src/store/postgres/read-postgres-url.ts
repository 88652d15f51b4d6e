import { InputError } from '../../errors.ts';

/** Where a store is on a server, and how it uses it. */
export interface PostgresPlace {
  /** For the driver: without the parameters that are ours. */
  readonly url: string;
  /** The schema of the tables; undefined: that of the role. */
  readonly schema: string | undefined;
  /** Settings that the server gets with each connection, the schema last, so that no other one counts; undefined: as in `url`. */
  readonly settings: string | undefined;
  /** Most connections for steps and what people wait for. */
  readonly connections: number;
}

/** Steps are short, so a few connections are enough. */
const CONNECTIONS = 10;
const MOST_CONNECTIONS = 200;

/**
 * Reads our parameters of the URL, `schema` and `connections`; those of the driver stay, such as `sslmode` and
 * `application_name`.
 * @throws {InputError} `ERR_CONFIG_INVALID`
 */
export function readPostgresUrl(given: string): PostgresPlace {
  const url = new URL(given);
  const { searchParams } = url;
  const schema = searchParams.get('schema') ?? undefined;
  const connections = searchParams.get('connections');
  // Goes into a statement and into a startup parameter as it is.
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw invalid('schema', 'must be a name of lower-case letters, digits and _, at most 63 characters');
  const most = connections === null ? CONNECTIONS : Number(connections);
  if (!Number.isInteger(most) || most < 1 || most > MOST_CONNECTIONS)
    throw invalid('connections', `must be a whole number from 1 to ${MOST_CONNECTIONS}`);
  // Rewritten only where there is something to take out: the driver reads some URLs in another way than this parser writes them.
  if (schema === undefined && connections === null)
    return { url: given, schema, settings: undefined, connections: most };
  searchParams.delete('schema');
  searchParams.delete('connections');
  if (schema === undefined) return { url: url.href, schema, settings: undefined, connections: most };
  // The driver takes what the URL says before what it is told.
  const settings = `${searchParams.get('options') ?? ''} -c search_path=${schema}`.trim();
  searchParams.delete('options');
  return { url: url.href, schema, settings, connections: most };
}

function invalid(parameter: string, problem: string): InputError {
  return new InputError('ERR_CONFIG_INVALID', `store: the parameter ${parameter} of the URL ${problem}.`, {
    details: { path: 'store' },
  });
}
