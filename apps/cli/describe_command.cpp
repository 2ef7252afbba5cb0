// The manual page and the shells' completion, written from the same tables as the command line itself.
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "judges/judge.hpp"
#include "terminal.hpp"

namespace quadrille::cli {

namespace {

ExitCode print(const std::string& text) {
    return write_out(text) ? ExitCode::answered : ExitCode::output_lost;
}

/// The names of all flags and options of a command: "--from --jobs -j ...".
std::vector<std::string> flags_of(const CLI::App& app) {
    std::vector<std::string> flags;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_snames()) flags.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    }
    return flags;
}

std::string command_names() {
    std::string names;
    for (const Command& command : commands())
        names += fmt::format("{}{}", names.empty() ? "" : " ", command.name);
    return names;
}

std::string judge_names() {
    std::string names;
    for (const Judge& judge : judges()) names += fmt::format("{}{}", names.empty() ? "" : " ", judge.name);
    return names;
}

std::string bash_completion(CommandLine& line) {
    std::string text =
        "# Completion of quadrille in bash: source this, or put it into bash-completion's folder.\n"
        "_quadrille() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} words\n"
        "    if ((COMP_CWORD == 1)); then\n";
    text += fmt::format("        words='{} --help --version'\n    else\n        case ${{COMP_WORDS[1]}} in\n",
                        command_names());
    for (const auto& [app, act] : line.actions) {
        const std::string extra = app->get_name() == "judge" ? " " + judge_names() : "";
        text += fmt::format("            {}) words='{}{}' ;;\n", app->get_name(),
                            fmt::join(flags_of(*app), " "), extra);
    }
    return text +
           "        esac\n"
           "    fi\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "    [[ $word == -* ]] || ((COMP_CWORD == 1)) || mapfile -O ${#COMPREPLY[@]} -t COMPREPLY < "
           "<(compgen -f -- \"$word\")\n"
           "}\n"
           "complete -o filenames -F _quadrille quadrille\n";
}

/// zsh runs bash's completions.
std::string zsh_completion(CommandLine& line) {
    return "#compdef quadrille\nautoload -U +X bashcompinit && bashcompinit\n" + bash_completion(line);
}

/// A word in single quotes for fish.
std::string fish_quoted(const std::string& text) {
    std::string quoted = "'";
    for (char symbol : text) quoted += symbol == '\'' ? "\\'" : std::string(1, symbol);
    return quoted + "'";
}

std::string fish_completion(CommandLine& line) {
    std::string text =
        "# Completion of quadrille in fish: put this into ~/.config/fish/completions/quadrille.fish\n";
    for (const auto& [app, act] : line.actions) {
        text += fmt::format("complete -c quadrille -n __fish_use_subcommand -a {} -d {}\n", app->get_name(),
                            fish_quoted(app->get_description()));
        for (const CLI::Option* option : app->get_options()) {
            for (const std::string& name : option->get_lnames()) {
                text += fmt::format("complete -c quadrille -n '__fish_seen_subcommand_from {}' -l {} -d {}\n",
                                    app->get_name(), name, fish_quoted(option->get_description()));
            }
        }
    }
    return text + fmt::format("complete -c quadrille -n '__fish_seen_subcommand_from judge' -a '{}'\n",
                              judge_names());
}

/// Text for troff: hyphens that can be copied, no line that looks like a request.
std::string roff(const std::string& text) {
    std::string result;
    for (char symbol : text) {
        if (symbol == '-') result += "\\-";
        else if (symbol == '\\') result += "\\e";
        else if (symbol == '\n') result += "\n.br\n";
        else result += symbol;
    }
    return result;
}

std::string manual_options(const CLI::App& app) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
        std::string title;
        for (const std::string& name : option->get_snames())
            title += fmt::format("{}-{}", title.empty() ? "" : ", ", name);
        for (const std::string& name : option->get_lnames())
            title += fmt::format("{}--{}", title.empty() ? "" : ", ", name);
        if (title.empty()) title = option->get_type_name();
        else if (option->get_expected_max() > 0) title += " " + option->get_type_name();
        text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(title), roff(option->get_description()));
    }
    return text;
}

std::string manual() {
    CommandLine line;
    std::string text = ".TH QUADRILLE 1 \"\" \"quadrille " QUADRILLE_VERSION "\" \"User Commands\"\n";
    text += ".SH NAME\nquadrille \\- " +
            roff("solves Sudoku of any size and shape, and says what is true of it") + "\n";
    text += ".SH SYNOPSIS\n.B quadrille\n\\fICOMMAND\\fR [\\fIoptions\\fR] [\\fIFILE\\fR...]\n.SH COMMANDS\n";
    for (const auto& [app, act] : line.actions) {
        text += fmt::format(".SS {}\n{}.\n{}", app->get_name(), roff(app->get_description()),
                            manual_options(*app));
        if (!app->get_footer().empty()) text += ".PP\n" + roff(app->get_footer()) + "\n";
    }
    text += ".SH EXIT STATUS\nWhere several apply, the first of these.\n";
    for (const ExitCodeInfo& info : exit_codes) {
        text += fmt::format(".TP\n.B {}\n{}\n", static_cast<int>(info.code), roff(std::string(info.meaning)));
    }
    return text;
}

}  // namespace

std::function<ExitCode()> add_completion(CLI::App& app) {
    auto shell = std::make_shared<std::string>();
    app.add_option("shell", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->type_name("SHELL");
    return [shell] {
        CommandLine line;
        if (*shell == "bash") return print(bash_completion(line));
        return print(*shell == "zsh" ? zsh_completion(line) : fish_completion(line));
    };
}

std::function<ExitCode()> add_manual(CLI::App&) {
    return [] { return print(manual()); };
}

}  // namespace quadrille::cli
