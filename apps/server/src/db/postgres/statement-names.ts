const mostNamed = 500;

/** Most statements are asked again and again: each connection has them read and planned once, by name. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private count = 0;

  nameOf(sql: string): { name?: string } {
    const known = this.names.get(sql);
    if (known) return { name: known };
    if (this.names.size >= mostNamed) return {};
    const name = `millrace-${this.count++}`;
    this.names.set(sql, name);
    return { name };
  }

  /** A newer server has changed the tables: all get new names, and so new plans. */
  forget(): void {
    this.names.clear();
  }
}
