import * as z from 'zod';
import { DEFAULT_SWITCHES, SWITCH_VALUES, type Switches } from './switches.ts';

/** The schema of each switch, with its default. */
const switchFields: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(SWITCH_VALUES).map(([name, values]) => [
    name,
    z
      .literal(values, { error: `must be one of ${values.join(', ')}` })
      .default(DEFAULT_SWITCHES[name as keyof Switches]),
  ]),
);

export const switches = z.strictObject(switchFields);
