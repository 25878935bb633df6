// Whether one type fits another: yes and no are sure, and what rests on anything that is not in the
// tables is unknown.

export type Answer = 'yes' | 'no' | 'unknown'
