# A pass of C-Reduce that runs any pass of reduce-tree: the pass's argument is the name that `reduce-tree --list-passes`
# shows. See README.md beside this file.
#
# C-Reduce asks for the next variant with `transform`, moves on with `advance` and, after a success, asks for the same
# number again: instances are numbered from 0, and `reduce-tree pass NAME N FILE` is instance N of the text as it is now.
package pass_reduce_tree;

use strict;
use warnings;

use creduce_utils;

# `reduce-tree pass` says by this exit status that there is no such instance.
my $NO_SUCH_INSTANCE = 1;

sub check_prereqs () {
    return defined(find_external_program("", "reduce-tree"));
}

sub new ($$) {
    return 0;
}

sub advance ($$$) {
    my ($file, $pass, $instance) = @_;
    return $instance + 1;
}

sub transform ($$$) {
    my ($file, $pass, $instance) = @_;
    my @command = ("reduce-tree", "pass", $pass, $instance, $file);
    # As a list, so that no shell reads the words.
    open(my $output, "-|", @command) or return ($ERROR, "cannot run @command: $!");
    binmode($output);
    my $text = do { local $/; <$output> };
    close($output);
    my $status = $?;
    return ($STOP, $instance) if $status == $NO_SUCH_INSTANCE << 8;
    return ($ERROR, "@command: " . ($status & 127 ? "signal " . ($status & 127) : "exit status " . ($status >> 8)))
        if $status != 0;
    open(my $variant, ">", $file) or return ($ERROR, "cannot write $file: $!");
    binmode($variant);
    print {$variant} defined($text) ? $text : "";
    close($variant) or return ($ERROR, "cannot write $file: $!");
    return ($OK, $instance);
}

1;
