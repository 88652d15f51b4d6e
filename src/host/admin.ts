/** A person who uses the operator's page, and what they may do there. */
export interface AdminUser {
  /** Who it is, for the page and the history: at most 100 characters. */
  readonly name: string;
  /** Whether they may retry, skip, suspend and end; else they only look. Default: false. */
  readonly mayOperate?: boolean;
  /**
   * Whether they may change what instances do: reassign tasks, set variables, migrate instances and undeploy definitions.
   * `mayOperate` does not include it. Default: false.
   */
  readonly mayModify?: boolean;
  /**
   * Whether they see the variables of instances, and the titles and summaries that are made of them, which may be personal
   * data. Default: false.
   */
  readonly mayReadVariables?: boolean;
}

/** What a request to the operator's page reads or does. */
export interface AdminRequest {
  /** `page` and `file`: the page and its scripts, which hold no data; `data`: rows; `operation`: a change. */
  readonly kind: 'page' | 'file' | 'data' | 'operation';
  /** What is read or done, as the path below `-/` of the page, such as `instances`; empty for the page itself. */
  readonly path: string;
}

/**
 * Says who sends a request to the operator's page, such as by the session of your service; called for every request.
 * @param asked decide by this, not by the path of the request, which a service may mount anywhere
 * @returns nothing for those who may not see the page, who get 403; or a response, which is sent as it is, such as a redirect
 * to a login
 */
export type AuthorizeAdmin = (
  request: Request,
  asked: AdminRequest,
) => AdminUser | Response | null | undefined | Promise<AdminUser | Response | null | undefined>;

/** Options of the operator's page. */
export interface AdminOptions {
  /** Says who sends a request, and what they may do. */
  readonly authorize: AuthorizeAdmin;
}
