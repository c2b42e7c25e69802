/**
 * Questions of other features that one feature answers. The provider declares them in its `port.ts`, which others may
 * import.
 */
export class Port<Answers extends object> {
  /** Folder of the feature. */
  readonly provider: string;

  constructor(provider: string) {
    this.provider = provider;
  }

  /** Answers the questions. Called by the provider. */
  answer(answers: Answers): Answered {
    return { port: this, answers };
  }
}

/** The answers of a port. */
export interface Answered {
  port: Port<object>;
  answers: object;
}

/** Returns the answers of a port, which are complete before the first call. */
export type Ask = <Answers extends object>(port: Port<Answers>) => Answers;

/** Connects the features that ask with those that answer. */
export class Ports {
  private readonly answers = new Map<Port<object>, object>();
  private readonly answered = new Set<Port<object>>();
  private readonly users = new Map<Port<object>, string>();

  /** Returns what a feature asks with. */
  askAs(user: string): Ask {
    return (port) => {
      this.users.set(port, user);
      return this.answersOf(port);
    };
  }

  /** Adds the answers of a feature. */
  add(feature: string, { port, answers }: Answered): void {
    if (feature !== port.provider) {
      throw new Error(`The feature ${feature} answers the port of ${port.provider}`);
    }
    if (this.answered.has(port)) throw new Error(`The port of ${feature} is answered twice`);
    this.answered.add(port);
    Object.assign(this.answersOf(port), answers);
  }

  /** Throws if a feature asks one that is absent. */
  requireAnswers(): void {
    for (const [port, user] of this.users) {
      if (!this.answered.has(port)) {
        throw new Error(`The feature ${user} asks the feature ${port.provider}, which is absent`);
      }
    }
  }

  private answersOf<Answers extends object>(port: Port<Answers>): Answers {
    const known = this.answers.get(port) ?? {};
    this.answers.set(port, known);
    return known as Answers;
  }
}
