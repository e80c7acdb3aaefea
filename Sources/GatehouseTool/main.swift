import Foundation
import GatehouseCommands

let arguments = Array(CommandLine.arguments.dropFirst())
let status = await CommandRunner(context: .live()).run(arguments)
exit(status.rawValue)
