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

/**
 * Says who sends a request to the operator's page, such as by the session of your service; called for every request.
 * @returns nothing for those who may not see the page, who get 403; or a response, which is sent as it is, such as a redirect
 * to a login
 */
export type AuthorizeAdmin = (
  request: Request,
) => AdminUser | Response | null | undefined | Promise<AdminUser | Response | null | undefined>;

/** Options of the operator's page. */
export interface AdminOptions {
  /** Says who sends a request, and what they may do. */
  readonly authorize: AuthorizeAdmin;
}
