// Said of a name that could not be followed: a report has it, and whoever prints it puts such names first.

export const GONE = 'is in the older release, and nowhere in the newer one'
