/** English texts of estimates, which only unfinished builds load. */
export const enEstimates = {
  seconds: (count: number) => `${count} s`,
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  left: (amount: string) => `about ${amount} left`,
  stageLeft: (amount: string) => ` · ${amount} left`,
  startsIn: (amount: string) => `in ${amount}`,
  range: (low: string, high: string) => `in nine of ten cases, ${low} to ${high}`,
  late: 'longer than usual',
};

export type EstimateMessages = typeof enEstimates;
