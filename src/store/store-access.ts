/**
 * What a store is opened for. `service`: creates the database and migrates it. `operate`, `read`: for an operator beside
 * the services; a database that does not exist or has another schema is refused, and left as it is. An SQLite file belongs to
 * one process: `operate` is refused while a service has it open, `read` is not, because it writes nothing.
 */
export type StoreAccess = 'service' | 'operate' | 'read';
