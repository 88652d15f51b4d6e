/** Nodes that call a service or a script, and what they read and set. */

import type { Expression } from '../expressions/expression.ts';
import type { CallPassing } from './called-process.ts';
import type { Mapping, ScriptMapping, ScriptText } from './mapping.ts';
import type { MultiInstance } from './multi-instance.ts';

/**
 * A service, send, business rule or script task, or a gateway whose conditions are scripts: calls a function of the host,
 * as a job.
 */
export interface ServiceNode {
  readonly nodeId: string;
  readonly nodeName: string;
  /** Empty for a script task, which calls the function for scripts or none, and for a computed name. */
  readonly service: string;
  /** Evaluates to the name of the service when the job is created. */
  readonly computedName?: Expression;
  /** The script for the host's function for scripts. */
  readonly script?: ScriptText;
  /** For a gateway: the scripts that decide whether a flow is taken, in the order of the file. */
  readonly conditions?: {
    /** Only the first flow whose script returns true is taken. */
    readonly takesOne: boolean;
    /** Id of the source of the flows in the file, if the gateway was generated when the file was prepared. */
    readonly behind?: string;
    readonly scripts: readonly { readonly flowId: string; readonly script: ScriptText }[];
  };
  /** Inputs that the function for scripts evaluates before the service is called. */
  readonly inputScripts?: readonly ScriptMapping[];
  /** Evaluated by the step instead of a call: the FEEL of a `zeebe:script`, or an expression that names no bean. */
  readonly expression?: Expression;
  /** The variable for the whole result; absent: the keys of the result become variables. */
  readonly resultVariable?: string;
  readonly inputs: readonly Mapping[];
  /** Evaluated with the variables and the result; if present, nothing else of the result is kept, except with `keepsFields`. */
  readonly outputs: readonly Mapping[];
  /** The keys of the result become variables in addition to the outputs, as for an external task of Camunda 7. */
  readonly keepsFields?: true;
  /** Outputs that the function for scripts evaluates after the service has returned. */
  readonly outputScripts?: readonly ScriptMapping[];
  readonly multiInstance?: MultiInstance;
  /** The node calls no service: it waits for a called process that is resolved at run time. */
  readonly call?: LateCall;
  /** The node calls no service: it sets variables at the start or end of a call. */
  readonly assign?: readonly Mapping[];
  /** If the called process has its own variables: `assign` is evaluated on one side and set on the other. */
  readonly passes?: CallPassing;
}

/** A call activity whose process is inlined at run time. */
export interface LateCall {
  /** Id of the call activity, which contains the waiting node. */
  readonly callId: string;
  /** Evaluates to the id of a process, which may have a prefix, or of a definition. */
  readonly target: Expression;
  /** `latest`: like `process`, but the call requires the latest version. */
  readonly by: 'process' | 'latest' | 'definition';
  /** The file of the call, if it is not the file of the definition. */
  readonly file?: CallingFile;
}

/** A file, identified by a definition, or by a process in its latest version. */
export type CallingFile = { readonly definitionId: string } | { readonly processId: string };
