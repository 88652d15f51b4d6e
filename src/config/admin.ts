import * as z from 'zod';
import type { AuthorizeAdmin } from '../host/admin.ts';
import { functionOf } from './fields.ts';

/** Option `admin`. */
export const admin = z.strictObject({ authorize: functionOf<AuthorizeAdmin>() });
