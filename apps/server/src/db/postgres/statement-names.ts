const maxNames = 500;

/** Names statements for the driver: each connection then parses a repeated statement only once. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private count = 0;

  nameOf(sql: string): { name?: string } {
    const known = this.names.get(sql);
    if (known) return { name: known };
    if (this.names.size >= maxNames) return {};
    const name = `millrace-${this.count++}`;
    this.names.set(sql, name);
    return { name };
  }

  /** Assigns new names, because a newer server has changed the tables and the plans are outdated. */
  forget(): void {
    this.names.clear();
  }
}
